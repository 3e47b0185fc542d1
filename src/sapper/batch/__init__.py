"""Many games and boards at once, in the kernel. It gets layouts and infers nothing."""
