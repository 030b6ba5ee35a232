import * as z from 'zod/mini'
import { maxPasswordInput, messages } from './fields.ts'

/** A new password before validation: only the server knows the company's rules. */
export const uncheckedPassword = z
  .string(messages.required)
  .check(z.minLength(1, messages.required), z.maxLength(maxPasswordInput))
