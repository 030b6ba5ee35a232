import { signInContract, type verifyBody } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import type * as z from 'zod/mini'
import { call, callOrMore } from '../../kernel/api/call.ts'
import { keepTemporaryToken, keepTokens } from '../../kernel/api/tokens.ts'

/** What stands between the person and the console: nothing, or another step. */
export type Step = 'done' | 'changePassword'

const nextOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'next' in data ? data.next : undefined

/** Turns the temporary token into a session, giving the new password where one was demanded. */
export const finish = async (newPassword?: string): Promise<Step> => {
  const body = newPassword === undefined ? {} : { newPassword }
  const reply = await callOrMore(signInContract.accessToken, { body }, { toasts: false })
  if (!reply.more) {
    keepTokens(reply.data)
    return 'done'
  }
  if (nextOf(reply.data) === 'changePassword') return 'changePassword'
  throw new Error(`The server asks for a step this page does not know: ${reply.msg}`)
}

/** Account and password, and the captcha where one is shown. */
export const begin = async (credentials: z.input<typeof verifyBody>): Promise<Step> => {
  keepTemporaryToken(undefined)
  const { tempToken, next } = await call(signInContract.verify, { body: credentials }, { toasts: false })
  keepTemporaryToken(tempToken)
  return next === 'none' ? finish() : next
}

/** Back to the first step: the temporary token has run out or is not wanted any more. */
export const abandon = (): void => keepTemporaryToken(undefined)
