"""Reading a position from a picture of any other program: grid, looks of cells, meanings, doubts.

The room knows the rules and the exact engine, which refuses most misreadings. It needs numpy and
Pillow (the extra `picture`); it does not know where pictures come from or how readings are shown.
"""

from sapper.vision.errors import UnreadablePicture
from sapper.vision.legend import LegendEntry
from sapper.vision.reading import Reading, read_screenshot

__all__ = ["LegendEntry", "Reading", "UnreadablePicture", "read_screenshot"]
