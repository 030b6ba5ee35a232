import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'

/** Reasons the caller must not learn, for administrators. */
const reasonMessages: Readonly<Record<string, string>> = {
  unknown: '账号不存在',
  password: '密码错误',
  code: '验证码错误',
  locked: '账号已停用或锁定',
  stopped: '公司已停用',
}
const messageByCode = new Map<number, string>(
  [kernelErrors, signInErrors, identityProvidersErrors]
    .flatMap((each) => Object.values(each))
    .map(({ code, msg }) => [code, msg]),
)

/** Why a sign-in was refused. Takes the noted reason, and the reply's code. */
export const toFailureMessage = (reason: string, code: number): string =>
  reasonMessages[reason] ?? messageByCode.get(code) ?? t('错误 {code}', { code })
