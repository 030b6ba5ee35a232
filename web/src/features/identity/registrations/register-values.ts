import {
  registerBody,
  type registrationKinds,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import type * as z from 'zod/mini'
import type { CallError } from '../../../kernel/api/call-error.ts'
import { validateNewPassword } from '../../../ui/new-password-input.tsx'
import { t } from '../../../ui/texts.ts'

/** Form fields, named as on the wire. */
export const emptyFields = {
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
export type Typed = typeof emptyFields
export type Kind = (typeof registrationKinds)[number]
/** Problems by field. */
type Problems = { [F in keyof Typed | 'agree']?: string | undefined }
type RegistrationDraft = { kind: Kind; typed: Typed; uuid: string | undefined; agree: boolean }
type Rules = { policy: PasswordShape; inviteOnly: boolean }

const isField = (name: string): name is keyof Problems => name in emptyFields || name === 'agree'

/** The request as far as it is filled in; the contract validates it. */
const toRequest = ({ kind, typed, uuid, agree }: RegistrationDraft): unknown => {
  const { account, name, phone, code, password, invite } = typed
  const firm = {
    name: typed['ent.name'],
    // Written in capitals (GB 32100).
    creditCode: typed['ent.creditCode'].toUpperCase(),
    legal: typed['ent.legal'],
  }
  return {
    kind,
    account,
    name,
    phone,
    uuid,
    code,
    password,
    agree,
    ...(kind === 'person' && invite.trim() ? { invite } : {}),
    ...(kind === 'ent' ? { ent: firm } : {}),
  }
}

/**
 * Validates a draft.
 * @returns the request, or problems by field
 */
export const validateRegistration = (
  draft: RegistrationDraft,
  { policy, inviteOnly }: Rules,
): { request: z.output<typeof registerBody> } | { problems: Problems } => {
  const parsed = registerBody.safeParse(toRequest(draft))
  const problems: Problems = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const named = path.join('.')
    const field = named === 'uuid' ? 'code' : named
    if (isField(field)) problems[field] ??= t(message)
  }
  // A code that was never sent is reported before its format.
  if (draft.uuid === undefined) problems.code = t('请先获取验证码')
  const weak = validateNewPassword(draft.typed.password, policy)
  if (weak) problems.password = weak
  if (inviteOnly && draft.typed.invite.trim() === '') problems.invite = t(registrationsErrors.invitationNeeded.msg)
  return parsed.success && Object.keys(problems).length === 0 ? { request: parsed.data } : { problems }
}

const fieldByCode: Readonly<Record<number, keyof Problems>> = {
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

/** Messages by field; empty if the error belongs to none. */
export const listProblems = ({ code, msg, errors = [] }: CallError): Problems => {
  const named = errors.map(({ field, msg }) => [field === 'uuid' ? 'code' : field, msg] as const)
  const problems = Object.fromEntries(named.filter(([field]) => isField(field)))
  const field = fieldByCode[code]
  return Object.keys(problems).length > 0 || !field ? problems : { [field]: msg }
}
