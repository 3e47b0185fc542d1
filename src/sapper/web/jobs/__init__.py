"""The worker processes and their jobs.

About a running game they get the view, never the mines.
"""
