import { hashPassword } from '../../../kernel/password-hash.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import { randomPassword } from '../../../kernel/random-password.ts'

const defaultLength = 12
type Ports = { passwords: Pick<PasswordStore, 'getPolicy'>; platformCompany: string }

/**
 * Creates a generator of passwords with the length of the platform's policy. Hashing is slow: never call it in a
 * transaction.
 * @returns the password, to be shown once, and its hash
 */
export const createPasswordGenerator =
  ({ passwords, platformCompany }: Ports) =>
  async () => {
    const { min } = await passwords.getPolicy(platformCompany)
    const password = randomPassword(Math.max(defaultLength, min))
    return { password, passwordHash: await hashPassword(password) }
  }
export type PasswordGenerator = ReturnType<typeof createPasswordGenerator>
