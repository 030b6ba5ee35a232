import { messages } from '@atrium/contract/kernel/fields.ts'
import { type PasswordShape, problemWithPassword } from '@atrium/contract/kernel/password-rules.ts'

/** Why this cannot be the new password; undefined when the server alone can still say no. */
export const newPasswordProblem = (password: string, policy: PasswordShape): string | undefined =>
  password === '' ? messages.required : problemWithPassword(password, policy)
