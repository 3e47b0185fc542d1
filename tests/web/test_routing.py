"""The routes are plain functions: they need neither FastAPI nor pydantic."""

from __future__ import annotations

import subprocess
import sys

_CODE = """
import sys
for name in ("fastapi", "starlette", "pydantic", "uvicorn", "typing_extensions"):
    sys.modules[name] = None
import sapper.web.routes.table
import sapper.web.jobs.table
print(len(sapper.web.routes.table.ROUTES))
"""


def test_the_routes_load_without_the_framework() -> None:
    """Routes, store and jobs can be imported where only Sapper itself is installed."""
    done = subprocess.run([sys.executable, "-c", _CODE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 25
