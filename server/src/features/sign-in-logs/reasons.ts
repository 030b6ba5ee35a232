import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'

/** What the answer must not tell, an administrator may know: which of the things it covers was the case. */
const known: Readonly<Record<string, string>> = {
  unknown: '账号不存在',
  password: '密码错误',
  code: '验证码错误',
  locked: '账号已停用或锁定',
  stopped: '企业已停用',
}
const byCode = new Map<number, string>(
  [...Object.values(kernelErrors), ...Object.values(signInErrors)].map(({ code, msg }) => [code, msg]),
)

/** Why a sign-in was refused, in words. In: what the sign-in noted, and the code it answered with. */
export const reasonOf = (noted: string, code: number): string => known[noted] ?? byCode.get(code) ?? `错误 ${code}`
