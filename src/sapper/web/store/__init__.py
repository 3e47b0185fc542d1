"""The games on disk and in memory, owned by one thread."""
