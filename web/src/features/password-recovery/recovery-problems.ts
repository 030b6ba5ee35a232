import {
  passwordRecoveryContract,
  type recoveryChannels,
} from '@atrium/contract/features/password-recovery/password-recovery.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import type { CallError } from '../../kernel/api/call-error.ts'
import { newPasswordProblem } from '../../kernel/passwords/new-password-problem.ts'

export type Channel = (typeof recoveryChannels)[number]
type Values = { account: string; uuid: string | undefined; code: string; password: string; repeated: string }
type Field = 'account' | 'code' | 'password' | 'repeated'
/** What is wrong with which field. */
export type Problems = { [F in Field]?: string | undefined }

const { account: accountRule, code: codeRule } = passwordRecoveryContract.confirm.body.shape

/** Why nothing can be sent for this account. */
export const accountProblem = (account: string): string | undefined =>
  accountRule.safeParse(account).error?.issues[0]?.message

/** What keeps the new password from being set. As long as no code was sent, that is what is missing. */
export const problemsWith = ({ account, uuid, code, password, repeated }: Values, policy: PasswordShape): Problems => {
  const wrongAccount = accountProblem(account)
  if (!uuid) return { account: wrongAccount, code: '请先获取验证码' }
  const wrongPassword = newPasswordProblem(password, policy)
  return {
    account: wrongAccount,
    code: codeRule.safeParse(code).error?.issues[0]?.message,
    password: wrongPassword,
    repeated: wrongPassword || repeated === password ? undefined : '两次输入的密码不一致',
  }
}

const ofThePassword: readonly number[] = [
  signInErrors.weakPassword.code,
  signInErrors.usedPassword.code,
  signInErrors.samePassword.code,
  signInErrors.knownPassword.code,
]

/** The field a refusal belongs to; the code, when it names none. */
export const fieldOf = ({ code, errors }: CallError): 'account' | 'code' | 'password' => {
  const named = errors?.[0]?.field
  if (named === 'account' || named === 'password') return named
  return ofThePassword.includes(code) ? 'password' : 'code'
}
