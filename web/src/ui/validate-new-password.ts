import { messages } from '@atrium/contract/kernel/fields.ts'
import { type PasswordShape, validatePassword } from '@atrium/contract/kernel/password-rules.ts'

/** Validates a new password; undefined if only the server can still refuse it. */
export const validateNewPassword = (password: string, policy: PasswordShape): string | undefined =>
  password === '' ? messages.required : validatePassword(password, policy)
