import { tryEndpoints } from './hostile-inputs.ts'

tryEndpoints(1, 4)
