package main

func truthLoops(l level) {}
