"""Data sets: positions of played games with exact labels, as Parquet shards, and their reader."""

from sapper.data.reader import Batch, read
from sapper.data.request import BadDataset, Request

__all__ = ["BadDataset", "Batch", "Request", "read"]
