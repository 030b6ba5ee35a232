import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { Secrets } from '../../../kernel/secrets.ts'

/** Pseudonym for an unknown account in the log: the typed text may have been a password. */
export type UnknownAccount = (typed: string) => string

/** Deterministic; cannot be reversed without the secret key. */
export const createUnknownAccount =
  (secrets: Secrets): UnknownAccount =>
  (typed) =>
    fillSource('未知账号 {sign}', {
      sign: secrets.sign('unknownAccount', typed.toLowerCase()).toString('hex').slice(0, 8),
    })
