// Package jax emulates JAX's array API on ivy's arrays. There are its promotion rules:
// a lattice of dtypes and weak types, with 64 bits or without, standard or strict.
package jax
