"""The array API standard, version 2024.12, on goivy's native backend."""

from ._namespace import fill as _fill

_fill(globals(), "native", "2024.12")
