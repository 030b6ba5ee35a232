export type { ClientToken, FindClientToken } from './clients/client-tokens.ts'
