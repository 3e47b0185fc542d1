"""The games on disk and in memory, owned by one thread; knows no forms and no routes."""
