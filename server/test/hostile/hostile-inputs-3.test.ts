import { tryEndpoints } from './hostile-inputs.ts'

tryEndpoints(2, 4)
