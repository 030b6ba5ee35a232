import { setFlagsFromString } from 'node:v8'

// V8 allocates survivors of a start directly in the old generation, at the places that build a query's parts for every
// request; what those point to then survives each minor collection, which took 8 ms instead of 2 (decision 68).
setFlagsFromString('--no-allocation-site-pretenuring')
// So little survives a minor collection that parallel threads only wait for each other.
setFlagsFromString('--no-parallel-scavenge')
