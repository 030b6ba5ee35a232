import {
  passwordRecoveryContract,
  type recoveryChannels,
} from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import type { CallError } from '../../../kernel/api/call-error.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { validateNewPassword } from '../../../ui/new-password-input.tsx'
import { t } from '../../../ui/texts.ts'

export type Channel = (typeof recoveryChannels)[number]
type Values = { account: string; uuid: string | undefined; code: string; password: string; repeated: string }
type Field = 'account' | 'code' | 'password' | 'repeated'
/** Problems by field. */
type Problems = { [F in Field]?: string | undefined }

const { account: accountRule, code: codeRule } = passwordRecoveryContract.confirm.body.shape

/** Validates the account before a code is sent. */
export const accountProblem = (account: string): string | undefined =>
  issueText(accountRule.safeParse(account).error?.issues[0])

/** Validates the form. Without a sent code, that is the problem reported. */
export const problemsWith = ({ account, uuid, code, password, repeated }: Values, policy: PasswordShape): Problems => {
  const wrongAccount = accountProblem(account)
  if (!uuid) return { account: wrongAccount, code: t('请先获取验证码') }
  const wrongPassword = validateNewPassword(password, policy)
  return {
    account: wrongAccount,
    code: issueText(codeRule.safeParse(code).error?.issues[0]),
    password: wrongPassword,
    repeated: wrongPassword || repeated === password ? undefined : t('两次输入的密码不一致'),
  }
}

const passwordErrorCodes: readonly number[] = [
  signInErrors.weakPassword.code,
  signInErrors.usedPassword.code,
  signInErrors.samePassword.code,
  signInErrors.knownPassword.code,
]

/** The field an error belongs to; the code if it names none. */
export const findField = ({ code, errors }: CallError): 'account' | 'code' | 'password' => {
  const named = errors?.[0]?.field
  if (named === 'account' || named === 'password') return named
  return passwordErrorCodes.includes(code) ? 'password' : 'code'
}
