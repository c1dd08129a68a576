package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A backendInfo is what "ivy backends" says of a backend.
type backendInfo struct {
	Name    string            `json:"name"`
	Linked  bool              `json:"linked"`
	Version string            `json:"version"`
	Devices []string          `json:"devices"`
	Valid   []dtype.Dtype     `json:"valid"`
	Invalid []dtype.Dtype     `json:"invalid"`
	Native  map[string]string `json:"native"`
	Get     string            `json:"get"`
}

func backendsCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "backends [--json]",
		Short:   "List the backends, their devices and their dtypes",
		Long:    "backends lists every backend: whether it is linked in, its library's version, its devices,\nthe dtypes that arrays of it may have, may not have, and the backend's own names for the\nformer; for one that is missing, how to get it.",
		Example: "  ivy backends\n  ivy backends --json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			list := backendInfos()
			if asJSON {
				enc := json.NewEncoder(s.out)
				enc.SetEscapeHTML(false)
				return enc.Encode(list)
			}
			var text strings.Builder
			for _, b := range list {
				if !b.Linked {
					fmt.Fprintf(&text, "%s: not linked\n  to get it: %s\n", b.Name, b.Get)
					continue
				}
				native := make([]string, len(b.Valid))
				for i, d := range b.Valid {
					native[i] = b.Native[d.String()]
				}
				fmt.Fprintf(&text, "%s %s\n  devices: %s\n", b.Name, b.Version, strings.Join(b.Devices, ", "))
				writeWrapped(&text, "  valid:   ", dtypeNames(b.Valid))
				writeWrapped(&text, "  invalid: ", dtypeNames(b.Invalid))
				writeWrapped(&text, "  native:  ", native)
			}
			if _, err := io.WriteString(s.out, text.String()); err != nil {
				return failed(err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list in JSON")
	return cmd
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, got %q", cmd.Name(), args[0])
	}
	return nil
}

func backendInfos() []backendInfo {
	var list []backendInfo
	for _, name := range backend.Linked() {
		b, err := backend.Lookup(name)
		if err != nil {
			continue // it was there a moment ago
		}
		info := backendInfo{Name: name, Linked: true, Version: b.Version(), Devices: b.Devices(),
			Valid: b.Dtypes().Dtypes(), Invalid: (dtype.All &^ b.Dtypes()).Dtypes(), Native: map[string]string{}}
		for _, d := range info.Valid {
			info.Native[d.String()], _ = b.Native(d)
		}
		list = append(list, info)
	}
	for _, m := range backend.Absent() {
		list = append(list, backendInfo{Name: m.Name, Devices: []string{}, Valid: []dtype.Dtype{}, Invalid: []dtype.Dtype{}, Native: map[string]string{}, Get: m.How})
	}
	for i := range list {
		if list[i].Invalid == nil {
			list[i].Invalid = []dtype.Dtype{}
		}
	}
	return list
}
