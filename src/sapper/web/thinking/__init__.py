"""The jobs of the worker processes, and the pool of those processes.

About a game that is still played they are given the view, never the mines.
"""
