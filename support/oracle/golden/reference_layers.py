"""Layers and normalizations by their definitions, in float64 or exact integers, element by element."""
import math

import numpy as np


def each(v, r):
    return list(v) * r if len(v) == 1 else list(v)


def spans(kernel, dilations):
    return [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]


def padding_of(padding, lens, kernel, strides, dilations):
    r = len(lens)
    if padding == "VALID":
        return [(0, 0)] * r
    if padding == "SAME":
        out = []
        for n, s, span in zip(lens, strides, spans(kernel, dilations)):
            covered = -(-n // s) * s - s + span
            p = max(0, covered - n)
            out.append((p // 2, p - p // 2))
        return out
    if isinstance(padding, int):
        return [(padding, padding)] * r
    return [tuple(p) for p in each(padding, r)]


def positions(lens, pads, kernel, strides, dilations, ceil=False):
    out = []
    for n, p, s, span in zip(lens, pads, strides, spans(kernel, dilations)):
        room = n + p[0] + p[1] - span
        e = (-(-room // s) if ceil else room // s) + 1
        if ceil and (e - 1) * s >= n + p[0]:
            e -= 1
        out.append(e)
    return out


def last(x, first):
    """x with its channels last."""
    return np.moveaxis(x, 1, -1) if first else x


def back(z, first):
    return np.moveaxis(z, -1, 1) if first else z


def windows(x, kernel, strides, padding, dilations=(1,), ceil=False, first=False):
    """Yields batch, position, channel and the list of (index, value) of the elements under the window; x of Python numbers."""
    x = last(x, first)
    r = x.ndim - 2
    kernel, strides, dilations = each(kernel, r), each(strides, r), each(dilations, r)
    lens = x.shape[1:-1]
    pads = padding_of(padding, lens, kernel, strides, dilations)
    outer = positions(lens, pads, kernel, strides, dilations, ceil)
    for n in range(x.shape[0]):
        for at in np.ndindex(*outer):
            for c in range(x.shape[-1]):
                under = []
                counted = 1
                for i in range(r):
                    start = at[i] * strides[i] - pads[i][0]
                    counted *= min(start + kernel[i], lens[i] + pads[i][1]) - start
                for tap in np.ndindex(*kernel):
                    p = [a * s + t * d - q[0] for a, s, t, d, q in zip(at, strides, tap, dilations, pads)]
                    inside = all(0 <= v < m for v, m in zip(p, lens))
                    under.append((tap, int(np.ravel_multi_index(p, lens)) if inside else -1, x[(n, *p, c)] if inside else None))
                yield n, at, c, under, counted, outer


def pooled(x, f, first=False, **how):
    z = None
    for n, at, c, under, counted, outer in windows(x, first=first, **how):
        if z is None:
            xl = last(x, first)
            z = np.empty((xl.shape[0], *outer, xl.shape[-1]), object)
        z[(n, *at, c)] = f([(i, v) for _, i, v in under if i >= 0], counted)
    return back(z, first)


def greatest(found, _=None):
    """(value, index) of the greatest, the first of equal ones, the last NaN."""
    best = None
    for i, v in found:
        if best is None or v != v or (best[1] == best[1] and v > best[1]):
            best = (i, v)
    return best


def parts(n, size):
    return [(i * n // size, -(-(i + 1) * n // size)) for i in range(size)]


def adaptive(x, size, f, first=False):
    xl = last(x, first)
    r = xl.ndim - 2
    size = each(size, r)
    z = np.empty((xl.shape[0], *size, xl.shape[-1]), object)
    for at in np.ndindex(*z.shape):
        sel = tuple(slice(*parts(n, s)[o]) for n, s, o in zip(xl.shape[1:-1], size, at[1:-1]))
        z[at] = f(list(xl[(at[0], *sel, at[-1])].ravel()))
    return back(z, first)


def unfold(x, kernel, strides, padding, dilations=(1,), first=False):
    xl = last(x, first)
    taps = math.prod(each(kernel, xl.ndim - 2))
    z = None
    for n, at, c, under, _, outer in windows(x, kernel, strides, padding, dilations, False, first):
        if z is None:
            z = np.empty((xl.shape[0], math.prod(outer), xl.shape[-1] * taps), object)
        row = int(np.ravel_multi_index(at, outer))
        for t, (_, i, v) in enumerate(under):
            z[n, row, c * taps + t] = v if i >= 0 else 0
    return np.swapaxes(z, 1, 2) if first else z


def fold(x, size, kernel, strides, padding, dilations=(1,), first=False):
    x = np.swapaxes(x, 1, 2) if first else x
    r = max(len(size), len(kernel), len(strides))
    size, kernel, strides, dilations = each(size, r), each(kernel, r), each(strides, r), each(dilations, r)
    taps = math.prod(kernel)
    channels = x.shape[2] // taps
    pads = padding_of(padding, size, kernel, strides, dilations)
    outer = positions(size, pads, kernel, strides, dilations)
    z = np.full((x.shape[0], *size, channels), 0, object)
    for n in range(x.shape[0]):
        for row, at in enumerate(np.ndindex(*outer)):
            for t, tap in enumerate(np.ndindex(*kernel)):
                p = [a * s + k * d - q[0] for a, s, k, d, q in zip(at, strides, tap, dilations, pads)]
                if all(0 <= v < m for v, m in zip(p, size)):
                    for c in range(channels):
                        z[(n, *p, c)] += x[n, row, c * taps + t]
    return back(z, first)


def transposed(x, w, strides, padding, dilations=(1,), groups=1, more=(0,), first=False):
    """The transposed convolution of x with w (k…, m/g, c): each element of x, times the filter, added where it lies."""
    x = last(x, first)
    r = x.ndim - 2
    kernel, strides, dilations, more = w.shape[:r], each(strides, r), each(dilations, r), each(more, r)
    span = spans(kernel, dilations)
    if padding == "VALID":
        pads, more = [(0, 0)] * r, [m + max(0, s - k) for m, s, k in zip(more, strides, span)]
    elif padding == "SAME":
        pads = [(max(0, k - s) // 2, max(0, k - s) - max(0, k - s) // 2) for k, s in zip(span, strides)]
        more = [m + max(0, s - k) for m, s, k in zip(more, strides, span)]
    else:
        pads = padding_of(padding, x.shape[1:-1], kernel, strides, dilations)
    lens = [(n - 1) * s + k + m - p[0] - p[1] for n, s, k, m, p in zip(x.shape[1:-1], strides, span, more, pads)]
    per = w.shape[r]
    z = np.full((x.shape[0], *lens, per * groups), 0, object)
    big = np.full(z.shape, 0, object)  # the sums of magnitudes
    for n in range(x.shape[0]):
        for at in np.ndindex(*x.shape[1:-1]):
            for tap in np.ndindex(*kernel):
                p = [a * s + k * d - q[0] for a, s, k, d, q in zip(at, strides, tap, dilations, pads)]
                if not all(0 <= v < m for v, m in zip(p, lens)):
                    continue
                for c in range(x.shape[-1]):
                    g = c // (x.shape[-1] // groups)
                    for m in range(per):
                        v = x[(n, *at, c)] * w[(*tap, m, c)]
                        z[(n, *p, g * per + m)] += v
                        big[(n, *p, g * per + m)] += abs(v)
    return back(z, first), back(big, first)


def resampled(x, size, mode="nearest", corners=False, smooth=False, first=False):
    """Each element of the result from all that it is made of, axis by axis, in float64."""
    x = last(x, first).astype(np.float64)
    r = x.ndim - 2
    size = each(size, r)
    for i in range(r):
        n, m = x.shape[1 + i], size[i]
        w = np.zeros((m, n))
        step = ((n - 1) / (m - 1) if m > 1 else 0.0) if corners else n / m
        for o in range(m):
            if mode == "nearest":
                w[o, o * n // m] = 1
            elif mode == "nearest-exact":
                w[o, (2 * o + 1) * n // (2 * m)] = 1
            elif mode == "area":
                lo, hi = parts(n, m)[o]
                w[o, lo:hi] = 1 / (hi - lo)
            elif smooth:
                reach, a = (1, None) if mode == "linear" else (2, -0.5)
                wide, centre = max(step, 1.0), step * (o + 0.5)
                lo, hi = max(int(centre - reach * wide + 0.5), 0), min(int(centre + reach * wide + 0.5), n)
                for j in range(lo, hi):
                    w[o, j] = bump((j - centre + 0.5) / wide, a)
                w[o] /= w[o].sum()
            else:
                at = step * o if corners else step * (o + 0.5) - 0.5
                if mode == "linear":
                    at = max(at, 0.0)
                f = math.floor(at)
                for j in range(f - 1, f + 3):
                    w[o, min(max(j, 0), n - 1)] += bump(at - j, None if mode == "linear" else -0.75)
        x = np.moveaxis(np.tensordot(w, x, (1, 1 + i)), 0, 1 + i)
    return back(x, first)


def bump(t, a):
    """A triangle, or the cubic of Keys with parameter a."""
    t = abs(t)
    if a is None:
        return max(0.0, 1 - t)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a if t < 2 else 0.0


def kept(seed, prob, shape):
    """Which elements dropout keeps: numbers of a stream of the seed, NumPy's Philox, below 1 − prob."""
    return np.random.Generator(np.random.Philox(seed)).random(tuple(shape)) < 1 - prob


def bags(rows, padding, mode, factors=None):
    """The sum, mean or maximum of each bag, a list of indices, of rows (n, …) in float64; factors are lists like the bags."""
    def of(rows_of, indices, by):
        use = [i for i, at in enumerate(indices) if padding is None or at % len(rows_of) != padding % len(rows_of)]
        if not use:
            return np.zeros(rows_of.shape[1:])
        picked = np.array([rows_of[indices[i]] for i in use])
        if mode == "max":
            return picked.max(0)
        total = sum(r * f for r, f in zip(picked, [by[i] for i in use]))
        return total / len(use) if mode == "mean" else total
    return lambda lists: np.array([of(rows, l, factors[k] if factors else [1.0] * len(l)) for k, l in enumerate(lists)]).reshape(len(lists), *rows.shape[1:])


def attention(q, k, v, mask=None, causal=False, scale=None, dropout=None):
    """Scaled dot-product attention in float64 of q (…, l, d), k (…, k, d), v (…, k, v); dropout is a seed and a probability."""
    if q.ndim > 2 and k.ndim > 2 and q.shape[-3] != k.shape[-3] and k.shape[-3] > 1:
        k, v = (np.repeat(t, q.shape[-3] // k.shape[-3], -3) for t in (k, v))
    s = q @ np.swapaxes(k, -1, -2) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    count = np.ones(s.shape, bool)
    if causal:
        count &= np.tril(count)
    if mask is not None:
        if mask.dtype == np.bool_:
            count = count & mask
        else:
            s = s + mask
    s = np.where(count, s, -np.inf)
    top = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isinf(top), 0, top))
    total = e.sum(-1, keepdims=True)
    w = e / np.where(total == 0, 1, total)
    if dropout is not None:  # drawn for query after query
        seed, prob = dropout
        of_query = np.moveaxis(w, -2, 0)
        w = np.moveaxis(np.where(kept(seed, prob, of_query.shape), of_query / (1 - prob), 0), 0, -2)
    return w @ v


def normalized(x, axes, eps):
    m = x.mean(axes, keepdims=True)
    return (x - m) / np.sqrt(((x - m) ** 2).mean(axes, keepdims=True) + eps)


def lp_norm(p):
    """Σ v^p and its p-th root, as PyTorch has it: NaN where that is none."""
    def norm(found, _=None):
        vs = [float(v) for _, v in found]
        if p == math.inf:
            return max(map(abs, vs))
        if any(v < 0 for v in vs) and p != int(p):
            return math.nan
        total = math.fsum(v**p for v in vs)
        return total ** (1 / p) if total >= 0 or p == 1 else math.nan
    return norm


def unpooled(x, at, size, first=False):
    """Zeros with each element of x where at says, the later over the earlier."""
    x, at = last(x, first), last(at, first)
    size = each(size, x.ndim - 2)
    z = np.full((x.shape[0], *size, x.shape[-1]), 0, object)
    for i in np.ndindex(*x.shape):
        z[(i[0], *np.unravel_index(int(at[i]), size), i[-1])] = x[i]
    return back(z, first)


def response(x, size, alpha, beta, k, first=False):
    """Each channel by the squares of those around it."""
    x = last(x, first).astype(np.float64)
    z = np.empty(x.shape)
    for c in range(x.shape[-1]):
        near = x[..., max(c - size // 2, 0) : c + (size - 1) // 2 + 1]
        z[..., c] = x[..., c] / (k + alpha / size * (near**2).sum(-1)) ** beta
    return back(z, first)


def reflected(at, n, corners):
    """A position moved inside by reflection, step by step, and held there."""
    low, high = (0.0, n - 1.0) if corners else (-0.5, n - 0.5)
    if low == high:
        return 0.0
    while at < low or at > high:
        at = 2 * low - at if at < low else 2 * high - at
    return min(max(at, 0.0), n - 1.0)


def grid_sampled(x, grid, mode="linear", outside="zeros", corners=False, first=False):
    """x (n, d…, c) at the places of grid (n, e…, r), sums over all elements near them, in float64."""
    x, grid = last(x, first).astype(np.float64), grid.astype(np.float64)
    r, lens = x.ndim - 2, x.shape[1:-1]
    hold = {"zeros": lambda p, n: p, "border": lambda p, n: min(max(p, 0.0), n - 1.0), "reflection": lambda p, n: reflected(p, n, corners)}[outside]
    z = np.zeros(grid.shape[:-1] + x.shape[-1:])
    for o in np.ndindex(*grid.shape[:-1]):
        per = []
        for i, n in enumerate(lens):
            g = grid[o][r - 1 - i]
            g = -1.0 if g != g else g
            p = (g + 1) / 2 * (n - 1) if corners else ((g + 1) * n - 1) / 2
            if mode != "cubic":
                p = hold(p, n)
            f = math.floor(p)
            if mode == "nearest":
                taps = [(round(p), 1.0)]
            elif mode == "linear":
                taps = [(f, 1 - (p - f)), (f + 1, p - f)]
            else:
                taps = [(hold(float(j), n), bump(p - j, -0.75)) for j in range(f - 1, f + 3)]
            per.append([(int(j), w) for j, w in taps if 0 <= j < n])
        for at in np.ndindex(*map(len, per)):
            pick = [t[j] for t, j in zip(per, at)]
            z[o] += math.prod(w for _, w in pick) * x[(o[0], *(j for j, _ in pick))]
    return back(z, first)


def between_four(image, y, x):
    """An image (h, w, c) between its elements; torchvision's rules outside of it."""
    h, w = image.shape[:2]
    if not (-1 <= y <= h and -1 <= x <= w):
        return np.zeros(image.shape[2])
    y, x = min(max(y, 0.0), h - 1.0), min(max(x, 0.0), w - 1.0)
    j, i = int(y), int(x)
    q, p = min(j + 1, h - 1), min(i + 1, w - 1)
    return (1 - y + j) * ((1 - x + i) * image[j, i] + (x - i) * image[j, p]) + (y - j) * ((1 - x + i) * image[q, i] + (x - i) * image[q, p])


def roi_aligned(x, boxes, size, scale=1.0, ratio=1, aligned=False, first=False):
    x = last(x, first).astype(np.float64)
    h, w = each(size, 2)
    z = np.zeros((len(boxes), h, w, x.shape[-1]))
    for k, (n, *corners) in enumerate(boxes.astype(np.float64)):
        x1, y1, x2, y2 = (v * scale - (0.5 if aligned else 0.0) for v in corners)
        wide, tall = x2 - x1, y2 - y1
        if not aligned:
            wide, tall = max(wide, 1.0), max(tall, 1.0)
        for i in range(h):
            for j in range(w):
                for a in range(ratio):
                    for b in range(ratio):
                        z[k, i, j] += between_four(x[int(n)], y1 + tall / h * (i + (a + 0.5) / ratio), x1 + wide / w * (j + (b + 0.5) / ratio)) / ratio**2
    return back(z, first)


def left_of_boxes(boxes, scores=None, overlap=0.5, most=None, least=None):
    """Boxes by falling score without those that overlap one before them."""
    order = list(range(len(boxes)))
    if scores is not None:
        order = sorted([i for i in order if least is None or scores[i] > least], key=lambda i: -scores[i])
    area = lambda b: (b[2] - b[0]) * (b[3] - b[1])
    left = []
    for i in order:
        a = boxes[i]
        for j in left:
            b = boxes[j]
            shared = max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
            union = area(a) + area(b) - shared
            if union and shared / union > overlap:
                break
        else:
            left.append(i)
    return left[:most]
