package simd

//go:generate go run -C _gen ./arith -chains -out ../zchain_amd64.s -stubs ../zchain_amd64.go

// chainCode has the functions of the steps by form: 0 where there are none.
var chainCode = chainFunctions()

func chainFunctions() (z [chainOps][chainForms][2]uintptr) {
	if !AVX512 {
		return z
	}
	var at [len(chainSteps)][2]uintptr
	chainAddresses(&at[0][0])
	for i, s := range chainSteps {
		z[s.op][s.form] = at[i]
	}
	return z
}
