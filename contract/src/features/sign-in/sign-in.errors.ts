import { defineErrors } from '../../kernel/errors.ts'

export const { block: signInBlock, errors: signInErrors } = defineErrors(
  { from: 1000, to: 1099 },
  {
    /** One sentence for unknown, wrong and locked: the answer must not tell which (threat T11). */
    wrongCredentials: { code: 1001, msg: '账号或密码错误' },
    wrongCaptcha: { code: 1002, msg: '验证码错误或已过期' },
    tooManyFailures: { code: 1016, msg: '密码错误次数过多，请 15 分钟后再试' },
    attemptExpired: { code: 1015, msg: '登录步骤已过期，请重新登录' },
    changePassword: { code: 111, msg: '首次登录请修改密码' },
    weakPassword: { code: 1010, msg: '密码不符合规则' },
    samePassword: { code: 1012, msg: '新密码不能与当前密码相同' },
  },
)
