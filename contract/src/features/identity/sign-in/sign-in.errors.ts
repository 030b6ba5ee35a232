import { defineErrors } from '../../../kernel/errors.ts'

/** Also used for codes and passwords in other features: the same refusal has the same code everywhere. */
export const { block: signInBlock, errors: signInErrors } = defineErrors(
  { from: 1000, to: 1099 },
  {
    /** One message for unknown, wrong and locked accounts, to prevent account enumeration. */
    wrongCredentials: { code: 1001, msg: '账号或密码错误' },
    wrongCaptcha: { code: 1002, msg: '验证码错误或已过期' },
    /** Only shown after successful authentication. */
    disabled: { code: 1003, msg: '账号已停用' },
    /** Only shown after successful authentication. */
    companyStopped: { code: 1004, msg: '公司已停用' },
    sentTooOften: { code: 1005, msg: '发送过于频繁，请稍后再试' },
    sentTooMany: { code: 1006, msg: '今日发送次数已达上限' },
    wrongSentCode: { code: 1007, msg: '短信验证码错误或已过期' },
    /** The same for codes sent by mail, or possibly by mail. */
    wrongMailedCode: { code: 1007, msg: '验证码错误或已过期' },
    weakPassword: { code: 1010, msg: '密码不符合规则' },
    usedPassword: { code: 1011, msg: '不能使用最近用过的密码' },
    samePassword: { code: 1012, msg: '新密码不能与当前密码相同' },
    /** Only shown after successful authentication. */
    addressRefused: { code: 1014, msg: '当前 IP 不允许登录' },
    attemptExpired: { code: 1015, msg: '登录操作已超时，请重新登录' },
    tooManyFailures: { code: 1016, msg: '密码错误次数过多，请稍后再试' },
    wrongSecondStep: { code: 1017, msg: '二次验证未通过，请重试' },
    wrongPasskey: { code: 1018, msg: '通行密钥验证未通过，请重试或改用其他方式登录' },
    methodOff: { code: 1019, msg: '当前未开放该登录方式' },
    cookiesNeeded: { code: 1020, msg: '登录需要浏览器允许 Cookie，请开启后重试' },
    /** Only shown after successful authentication. */
    ssoOnly: { code: 1022, msg: '公司要求使用身份源登录，请在登录页选择公司的登录方式' },
    knownPassword: { code: 1021, msg: '该密码过于常见，容易被猜到，请更换' },
    /** The specification's code for "one more step is needed"; `next` in the data names it. */
    secondStep: { code: 111, msg: '需要二次验证' },
    changePassword: { code: 111, msg: '首次登录请修改密码' },
    chooseCompany: { code: 111, msg: '请选择要进入的公司' },
    passwordExpired: { code: 111, msg: '密码已过期，请修改' },
  },
)
