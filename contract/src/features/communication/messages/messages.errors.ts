import { defineErrors } from '../../../kernel/errors.ts'

export const { block: messagesBlock, errors: messagesErrors } = defineErrors(
  { from: 1200, to: 1249 },
  {
    budgetSpent: { code: 1200, msg: '发送服务繁忙，请稍后再试' },
    unknownVariable: { code: 1201, msg: '模板中有不支持的变量' },
    /** Templates are shared by all companies and maintained by the platform. */
    platformOnly: { code: 1202, msg: '消息模板由平台统一维护' },
    unknownLanguage: { code: 1204, msg: '暂不支持该语言' },
    wrongTarget: { code: 1203, msg: '请输入正确的手机号或邮箱地址' },
  },
)
