package main

func scanLoops(l level) {}
