"""Many games and boards at once, in the kernel. It is given layouts and infers nothing."""
