"""Records NumPy's spectrum of till.wav, and what its band-pass filter leaves, in testdata/numpy.npz.

    python reference.py    # NumPy 2.0.2
"""

import pathlib
import wave

import numpy as np

HERE = pathlib.Path(__file__).parent

with wave.open(str(HERE / "till.wav")) as f:
    rate, data = f.getframerate(), f.readframes(f.getnframes())
x = np.frombuffer(data, "<i2") / 32768
spectrum = np.fft.rfft(x)
frequency = np.fft.rfftfreq(len(x), 1 / rate)


def edge(f, low, high):
    """Rises from 0 at low to 1 at high as half a cosine."""
    return (1 - np.cos(np.pi * np.clip((f - low) / (high - low), 0, 1))) / 2


gain = edge(frequency, 3000, 3500) * (1 - edge(frequency, 9000, 10000))
filtered = np.fft.irfft(spectrum * gain, len(x))
samples = np.clip(np.round(filtered * 32768), -32768, 32767).astype(np.int16)
strongest = np.argmax(np.abs(spectrum))

np.savez_compressed(
    HERE / "testdata" / "numpy.npz",
    spectrum=spectrum[::64],
    gain=gain[::64],
    filtered=filtered[::16],
    samples=samples[::4],
    energy=np.array([(x**2).sum(), (filtered**2).sum()]),
    strongest=np.float64(frequency[strongest]),
)
print(len(x), "samples, strongest at", frequency[strongest], "Hz, energy kept", (filtered**2).sum() / (x**2).sum())
