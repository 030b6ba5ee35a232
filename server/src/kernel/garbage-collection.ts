import { setFlagsFromString } from 'node:v8'

// V8 puts what outlived a start where only a full collection looks, at the very places that make a query's parts for every
// request; what those point to then outlives each small collection, which took 8 ms instead of 2 (docs/decisions/0068).
setFlagsFromString('--no-allocation-site-pretenuring')
// So little outlives a small collection that four threads only wait for one another's turn on the processors.
setFlagsFromString('--no-parallel-scavenge')
