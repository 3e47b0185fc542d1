"""The web app: a server for one person's browser, on loopback.

The rules live below. This room keeps games, answers requests and hands long work to
worker processes. Workers that think about a running game get its view, never the mines.
"""
