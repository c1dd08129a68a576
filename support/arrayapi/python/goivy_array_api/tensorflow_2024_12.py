"""The array API standard, version 2024.12, on goivy's tensorflow backend."""

from ._namespace import fill as _fill

_fill(globals(), "tensorflow", "2024.12")
