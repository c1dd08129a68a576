package backend

// RanksAttrs are those of OrderStatistics: of x (…, n) the result (…, k) has, for each of the k Ranks, the element that
// is at that place in ascending order along the last axis. NaN counts as the greatest; if NaN is set, results of lines with
// one are all NaN.
type RanksAttrs struct {
	Ranks []int
	NaN   bool
}

// ExtremesAttrs are those of CumulativeExtremes: for each element of x, of which the result has the shape, the index along
// Axis of the greatest of the elements up to there, or if Least of the least, the last of equal ones, or the last
// NaN; if Reverse, of the elements from there on, and of equal ones the first.
type ExtremesAttrs struct {
	Axis           int
	Least, Reverse bool
}

// IntervalsAttrs are those of CountIntervals: of x (l, m) and ends (n + 1), which ascend, the result (l, n) has how many
// elements of each line are in each interval, the lower end included, of the last interval both. If Lower, what is less than
// the first end is in the first interval, if Upper, what is greater than the last end is in the last one; NaN is in none. Even
// says that the intervals have about one length.
type IntervalsAttrs struct{ Lower, Upper, Even bool }

// CountAttrs are those of CountIntegers: of x (m), whose elements are from 0 to n − 1, the result (n) has how often each
// integer is among them. An element out of that range is an IndexError.
type CountAttrs struct{}

// TopAttrs are those of TopIndices: of x (…, n) the result (…, K) has the indices of the K greatest elements along the last
// axis in descending order, or if Least of the least in ascending order, of equal ones the first first. NaN
// counts as the greatest.
type TopAttrs struct {
	K     int
	Least bool
}

// PartitionAttrs are those of PartitionAround: x's elements, or if Indices their indices, in the order that Partition has
// along the last axis. Kth ascend, and are places of the axis.
type PartitionAttrs struct {
	Kth     []int
	Indices bool
}

// ScatterAttrs are those of ScatterReduced: of indices (m, k), int64, and updates (m, r), and if Initial of y (n, r), the
// result (n, r) has row j of updates at the row that row j of indices names in an array of shape Lens, of n elements.
// How is "sum", "mul", "min", "max" or "replace"; rows for one place are taken in their order, after y's if there is one; 16-bit
// floats are added and multiplied in float32, and rounded once. Rows that nothing is written to are y's, or zeros. Min and max
// of NaN are NaN. Negative indices count from the end, or if Drop rows with one are left out, or if Positive they are errors.
type ScatterAttrs struct {
	How                     string
	Lens                    []int
	Initial, Drop, Positive bool
}

func (RanksAttrs) layerAttrs()     {}
func (ExtremesAttrs) layerAttrs()  {}
func (IntervalsAttrs) layerAttrs() {}
func (CountAttrs) layerAttrs()     {}
func (TopAttrs) layerAttrs()       {}
func (PartitionAttrs) layerAttrs() {}
func (ScatterAttrs) layerAttrs()   {}
