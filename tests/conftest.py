"""Settings for every test: the same examples in every run, and none that is timed."""

import os
import signal

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("SAPPER_EXAMPLES", "same"))

# Whoever runs the tests in the background may have Ctrl-C ignored, which programs inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)
