import { defineErrors } from '../../../kernel/errors.ts'

export const { block: registrationsBlock, errors: registrationsErrors } = defineErrors(
  { from: 1250, to: 1299 },
  {
    closed: { code: 1250, msg: '当前未开放注册' },
    invitationNeeded: { code: 1251, msg: '请输入邀请码' },
    wrongInvitation: { code: 1252, msg: '邀请码无效或已过期' },
    accountTaken: { code: 1253, msg: '账号已存在' },
    phoneTaken: { code: 1254, msg: '手机号已被使用' },
    firmNeeded: { code: 1255, msg: '请填写公司信息' },
    firmTaken: { code: 1256, msg: '公司名称已存在' },
    firmsClosed: { code: 1258, msg: '当前未开放企业注册' },
    decided: { code: 1257, msg: '该申请已处理' },
  },
)
