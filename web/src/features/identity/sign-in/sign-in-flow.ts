import {
  type accessTokenBody,
  nextStep,
  signInContract,
  type verifyBody,
} from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import type * as z from 'zod/mini'
import { call, callOrMore } from '../../../kernel/api/call.ts'
import { storeTemporaryToken, storeTokens } from '../../../kernel/api/tokens.ts'

type NextStep = z.output<typeof nextStep>
/** A second step of the user; `target` is the masked phone. */
export type Method = NextStep['methods'][number]
/** A company the user may work in. */
export type Company = NonNullable<NextStep['companies']>[number]
/** Secret for an authenticator app, if the company requires a second step. */
export type SetUp = NonNullable<NextStep['setUp']>
/** Remaining sign-in step: none, a second step, a new password, or the choice of a company. */
export type Step =
  | { name: 'done' }
  | { name: 'second'; first: Method['type'] | 'setUp'; methods: Method[]; trustDays: number; setUp?: SetUp | undefined }
  | { name: 'changePassword'; policy: PasswordPolicy | undefined; reason: string }
  | { name: 'chooseCompany'; companies: Company[] }

const toStep = ({ next, methods, policy, companies = [], trustDays = 0, setUp }: NextStep, reason: string): Step => {
  if (next === 'changePassword') return { name: next, policy, reason }
  if (next === 'chooseCompany') return { name: next, companies }
  // The first reply has no secret yet: the next call brings it.
  if (next === 'none' || (next === 'setUp' && !setUp)) return { name: 'done' }
  return { name: 'second', first: next, methods, trustDays, setUp }
}

/**
 * Takes the current step.
 * @returns the next one; after the last, stores the session's tokens.
 */
export const advance = async (body: z.input<typeof accessTokenBody> = {}): Promise<Step> => {
  const reply = await callOrMore(signInContract.accessToken, { body }, { toasts: false })
  if (reply.more) return toStep(nextStep.parse(reply.data), reply.msg)
  storeTokens(reply.data)
  return { name: 'done' }
}

/**
 * The first step: password, sent code or passkey.
 * @returns the next one
 */
export const startSignIn = async (proof: z.input<typeof verifyBody>): Promise<Step> => {
  storeTemporaryToken(undefined)
  const reply = await call(signInContract.verify, { body: proof }, { toasts: false })
  return continueSignIn(reply)
}

/** The step after a first step that was taken elsewhere. */
export const continueSignIn = async (reply: NextStep & { tempToken: string }): Promise<Step> => {
  storeTemporaryToken(reply.tempToken)
  const step = toStep(reply, '')
  // Only the next call says why a new password is required.
  return step.name === 'second' || step.name === 'chooseCompany' ? step : advance()
}

/** Returns to the first step by dropping the temporary token. */
export const abandonSignIn = (): void => storeTemporaryToken(undefined)
