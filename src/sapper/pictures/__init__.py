"""Reading a position from a picture of any other program: grid, looks of cells, meanings, doubts.

The room knows the rules and the exact engine, which refuses most misreadings. It needs numpy and
Pillow (the extra `picture`); it does not know where pictures come from or how readings are shown.
"""

from sapper.pictures.errors import UnreadablePicture
from sapper.pictures.legend import Look
from sapper.pictures.reading import Reading, read_picture

__all__ = ["Look", "Reading", "UnreadablePicture", "read_picture"]
