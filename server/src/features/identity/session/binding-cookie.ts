import type { Origin } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'

/** Whether the request comes from the browser a session was opened in; always if it was opened without cookies. */
export const hasBindingCookie = (bindingHash: Buffer | null, { cookies }: Origin) =>
  bindingHash === null || bindingHash.equals(digest(cookies.binding ?? ''))
