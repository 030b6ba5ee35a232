import type { Passwords } from '../password-policies/index.ts'
import { hashPassword, randomPassword } from '../users/index.ts'

const usualLength = 12
type Ports = { passwords: Passwords; platformCompany: string }

/** Makes a password as long as the platform's policy asks; slow, so never in a transaction. Out: itself, to be shown once, and its hash. */
export const createMadePassword =
  ({ passwords, platformCompany }: Ports) =>
  async () => {
    const { min } = await passwords.policyOf(platformCompany)
    const password = randomPassword(Math.max(usualLength, min))
    return { password, passwordHash: await hashPassword(password) }
  }
export type MadePassword = ReturnType<typeof createMadePassword>
