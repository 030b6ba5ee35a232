import { defineErrors } from '../../../kernel/errors.ts'

export const { block: securityBlock, errors: securityErrors } = defineErrors(
  { from: 1150, to: 1199 },
  {
    wrongPassword: { code: 1150, msg: '当前密码不正确' },
    passwordNeeded: { code: 1151, msg: '请输入当前密码' },
    taken: { code: 1152, msg: '已被其他账号绑定，请更换' },
    phoneFirst: { code: 1153, msg: '请先绑定手机号' },
    wrongTotp: { code: 1154, msg: '动态验证码不正确，请检查手机时间后重试' },
    totpFirst: { code: 1155, msg: '请先扫描二维码，再输入动态验证码' },
    wrongPasskey: { code: 1156, msg: '通行密钥添加失败，请重试' },
    tooManyPasskeys: { code: 1157, msg: '最多添加 10 个通行密钥' },
    /** Another call is needed: the data says what to scan or sign. */
    setUp: { code: 111, msg: '请完成设置' },
    alreadyOn: { code: 1158, msg: '已开启' },
    secondStepFirst: { code: 1159, msg: '请先开启一种二次验证' },
  },
)
