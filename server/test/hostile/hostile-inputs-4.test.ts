import { tryEndpoints } from './hostile-inputs.ts'

tryEndpoints(3, 4)
