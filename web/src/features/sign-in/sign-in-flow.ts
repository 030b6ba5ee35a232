import type { PasswordPolicy } from '@atrium/contract/features/password-policies/password-policy.ts'
import {
  type accessTokenBody,
  nextStep,
  signInContract,
  type verifyBody,
} from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import type * as z from 'zod/mini'
import { call, callOrMore } from '../../kernel/api/call.ts'
import { keepTemporaryToken, keepTokens } from '../../kernel/api/tokens.ts'

type NextStep = z.output<typeof nextStep>
/** A second step this person has; `target` is the masked phone. */
export type Method = NextStep['methods'][number]
/** A company this person may work in. */
export type Company = NonNullable<NextStep['companies']>[number]
/** What an authenticator app takes over, where the company demands a second step. */
export type SetUp = NonNullable<NextStep['setUp']>
/** What stands between the person and the console: nothing, a second step, a new password, or the choice of a company. */
export type Step =
  | { name: 'done' }
  | { name: 'second'; first: Method['type'] | 'setUp'; methods: Method[]; trustDays: number; setUp?: SetUp | undefined }
  | { name: 'changePassword'; policy: PasswordPolicy | undefined; reason: string }
  | { name: 'chooseCompany'; companies: Company[] }

const stepOf = ({ next, methods, policy, companies = [], trustDays = 0, setUp }: NextStep, reason: string): Step => {
  if (next === 'changePassword') return { name: next, policy, reason }
  if (next === 'chooseCompany') return { name: next, companies }
  // The first step has no secret to show yet: the next call brings it.
  if (next === 'none' || (next === 'setUp' && !setUp)) return { name: 'done' }
  return { name: 'second', first: next, methods, trustDays, setUp }
}

/** Gives what the present step asks for. Out: the step after it; once none is left the session's tokens are kept. */
export const advance = async (body: z.input<typeof accessTokenBody> = {}): Promise<Step> => {
  const reply = await callOrMore(signInContract.accessToken, { body }, { toasts: false })
  if (reply.more) return stepOf(nextStep.parse(reply.data), reply.msg)
  keepTokens(reply.data)
  return { name: 'done' }
}

/** The first step: password, sent code or passkey. Out: what comes next. */
export const begin = async (proof: z.input<typeof verifyBody>): Promise<Step> => {
  keepTemporaryToken(undefined)
  const reply = await call(signInContract.verify, { body: proof }, { toasts: false })
  keepTemporaryToken(reply.tempToken)
  const step = stepOf(reply, '')
  // Why a new password is demanded, only the next call says.
  return step.name === 'second' || step.name === 'chooseCompany' ? step : advance()
}

/** Back to the first step: the temporary token has run out or is not wanted any more. */
export const abandon = (): void => keepTemporaryToken(undefined)
