"""The namespaces of version 2024.12 of the standard."""
