"""Many games and boards at once, in the kernel. This room is handed layouts, and infers nothing."""
