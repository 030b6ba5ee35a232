import { registerBody, type registrationKinds } from '@atrium/contract/features/registrations/registrations.contract.ts'
import { registrationsErrors } from '@atrium/contract/features/registrations/registrations.errors.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import type * as z from 'zod/mini'
import type { CallError } from '../../kernel/api/call-error.ts'
import { newPasswordProblem } from '../../kernel/passwords/new-password-problem.ts'

/** The typed fields, under the names the wire gives them. */
export const blank = {
  account: '',
  name: '',
  phone: '',
  code: '',
  password: '',
  invite: '',
  'ent.name': '',
  'ent.creditCode': '',
  'ent.legal': '',
}
export type Typed = typeof blank
export type Kind = (typeof registrationKinds)[number]
/** What is wrong with which field. */
export type Problems = { [F in keyof Typed | 'agree']?: string | undefined }
type Wish = { kind: Kind; typed: Typed; uuid: string | undefined; agree: boolean }
type Rules = { policy: PasswordShape; inviteOnly: boolean }

const isField = (name: string): name is keyof Problems => name in blank || name === 'agree'

/** The request, as far as it has been filled in; the contract judges whether it is one. */
const requestOf = ({ kind, typed, uuid, agree }: Wish): unknown => {
  const { account, name, phone, code, password, invite } = typed
  const firm = {
    name: typed['ent.name'],
    // Written in capitals (GB 32100).
    creditCode: typed['ent.creditCode'].toUpperCase(),
    legal: typed['ent.legal'],
  }
  return {
    ...{ kind, account, name, phone, uuid, code, password, agree },
    ...(kind === 'person' && invite.trim() ? { invite } : {}),
    ...(kind === 'ent' ? { ent: firm } : {}),
  }
}

/** What stands between a wish and the server: its request, or what is wrong with it, field by field. */
export const judge = (
  wish: Wish,
  { policy, inviteOnly }: Rules,
): { request: z.output<typeof registerBody> } | { problems: Problems } => {
  const parsed = registerBody.safeParse(requestOf(wish))
  const problems: Problems = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const named = path.join('.')
    const field = named === 'uuid' ? 'code' : named
    if (isField(field)) problems[field] ??= message
  }
  // That no code was sent comes before how the code looks.
  if (wish.uuid === undefined) problems.code = '请先获取验证码'
  const weak = newPasswordProblem(wish.typed.password, policy)
  if (weak) problems.password = weak
  if (inviteOnly && wish.typed.invite.trim() === '') problems.invite = registrationsErrors.invitationNeeded.msg
  return parsed.success && Object.keys(problems).length === 0 ? { request: parsed.data } : { problems }
}

const placeOf: Readonly<Record<number, keyof Problems>> = {
  [registrationsErrors.invitationNeeded.code]: 'invite',
  [registrationsErrors.wrongInvitation.code]: 'invite',
  [registrationsErrors.accountTaken.code]: 'account',
  [registrationsErrors.phoneTaken.code]: 'phone',
  [registrationsErrors.firmNeeded.code]: 'ent.name',
  [registrationsErrors.firmTaken.code]: 'ent.name',
  [signInErrors.wrongSentCode.code]: 'code',
  [signInErrors.weakPassword.code]: 'password',
  [signInErrors.knownPassword.code]: 'password',
}

/** The fields a refusal belongs to, each with its sentence; empty when it belongs to none. */
export const problemsOf = ({ code, msg, errors = [] }: CallError): Problems => {
  const named = errors.map(({ field, msg }) => [field === 'uuid' ? 'code' : field, msg] as const)
  const problems = Object.fromEntries(named.filter(([field]) => isField(field)))
  const place = placeOf[code]
  return Object.keys(problems).length > 0 || !place ? problems : { [place]: msg }
}
