"""Golden data for backends/backendtest, computed without the library's code."""
