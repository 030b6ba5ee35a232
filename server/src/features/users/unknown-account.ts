import type { Secrets } from '../../kernel/secrets.ts'

/** The name that the log gives an account nobody has: what was typed there may have been a password. */
export type UnknownAccount = (typed: string) => string

/** The same text gets the same name, which nobody can turn back without the secret key. */
export const createUnknownAccount =
  (secrets: Secrets): UnknownAccount =>
  (typed) =>
    `未知账号 ${secrets.sign('unknownAccount', typed.toLowerCase()).toString('hex').slice(0, 8)}`
