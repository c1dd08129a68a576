import numpy as np

observation = np.array([111.0, 188.0])
codes = np.array([[102.0, 203.0],
                  [132.0, 193.0],
                  [45.0, 155.0],
                  [57.0, 173.0]])
diff = codes - observation    # the broadcast happens here
dist = np.sqrt(np.sum(diff**2, axis=-1))
print(int(np.argmin(dist)), f"{dist[0]:.3f}, {dist[-1]:8.2e}")
x, y = np.arange(3)[:, None], np.arange(4)[None, :]
print((x + y).shape, {(x + y).ndim, 2})
