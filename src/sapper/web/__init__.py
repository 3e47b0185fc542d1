"""The web app: a server for one person's browser, on loopback.

The rules live below; this room keeps games, answers requests and hands long work to
processes of its own. Whatever thinks is given a view and never the mines.
"""
