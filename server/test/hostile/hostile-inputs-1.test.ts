import { tryEndpoints } from './hostile-inputs.ts'

tryEndpoints(0, 4)
