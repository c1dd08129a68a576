// Command onnx runs a model in an ONNX file: scikit-learn's random forest for the irises, as skl2onnx wrote it.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/goivy/goivy/frontends/onnx"
	"github.com/goivy/goivy/ivy"
)

func main() {
	m, err := onnx.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Inputs(), m.Outputs())
	flowers := ivy.Asarray([][]float32{{5.1, 3.5, 1.4, 0.2}, {6.3, 2.8, 5.1, 1.5}})
	out, err := m.Run(map[string]*ivy.Array{"X": flowers})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(out["label"], out["probabilities"])
}
