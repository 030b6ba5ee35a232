import { hashSync, verifySync } from '@node-rs/argon2'

// Runs in worker threads (password.ts); imports no other product code.

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Returns a PHC string. */
export const hash = (password: string): string => hashSync(password, cost)

/** Compares exactly as typed. */
export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
