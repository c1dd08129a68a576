"""The array API standard, version 2024.12, on goivy's torch backend."""

from ._namespace import fill as _fill

_fill(globals(), "torch", "2024.12")
