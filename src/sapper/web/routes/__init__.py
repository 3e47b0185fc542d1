"""The routes: a request in, JSON out. Workers think, and the store thread writes."""
