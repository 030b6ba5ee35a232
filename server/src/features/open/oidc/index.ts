export type { ClientToken, FindClientToken } from './client-tokens.ts'
