export type { MakeTrial } from './try-call.ts'
