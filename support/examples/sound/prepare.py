"""Makes till.wav of perc_till.flac, a file of Debian's package sonic-pi-samples.

    apt-get download sonic-pi-samples    # 3.2.2~repack-8
    dpkg-deb -x sonic-pi-samples_*.deb x
    python prepare.py x/usr/share/sonic-pi/samples/perc_till.flac

Needs NumPy and soundfile. The samples are as they were, the first 1.5 s of them: 66,150 of 16 bits,
at 44,100 a second, one channel.
"""

import hashlib
import pathlib
import sys
import wave

import soundfile

HERE = pathlib.Path(__file__).parent

samples, rate = soundfile.read(sys.argv[1], dtype="int16")
if samples.shape != (117559,) or rate != 44100:
    raise SystemExit(f"{sys.argv[1]}: {samples.shape} samples at {rate}, want (117559,) at 44100")
path = HERE / "till.wav"
with wave.open(str(path), "wb") as f:
    f.setnchannels(1)
    f.setsampwidth(2)
    f.setframerate(rate)
    f.writeframes(samples[: rate * 3 // 2].astype("<i2").tobytes())
print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)
