export type { Passwords } from './passwords.service.ts'
