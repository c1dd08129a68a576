"""The unified API of goivy as namespaces of the Python array API standard.

    import goivy_array_api.native as xp

    x = xp.reshape(xp.arange(6, dtype=xp.float32), (2, 3))
    xp.sum(x, axis=0)

There is a module for each backend: native, torch and tensorflow, the last two where
the library was built with them. They follow version 2025.12 of the standard;
native_2024_12 and its siblings follow version 2024.12.

The library is libgoivy.so beside this file, or the file that the environment variable
GOIVY_LIBRARY names. "make arrayapi" builds it.
"""
