package backendtest

import (
	"testing"
)

func (s *suite) complete(t *testing.T) {}
func (s *suite) misuse(t *testing.T) {}
func (s *suite) aliasing(t *testing.T) {}
func (s *suite) views(t *testing.T) {}
func (s *suite) out(t *testing.T) {}
