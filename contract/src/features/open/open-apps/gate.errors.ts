import { defineErrors } from '../../../kernel/errors.ts'

/**
 * Refusals of the gate. A caller receives `refused`, whatever was wrong before their signature was checked; the others
 * are for the log of the application.
 */
export const { block: gateBlock, errors: gateErrors } = defineErrors(
  { from: 6001, to: 6009 },
  {
    refused: { code: 6001, msg: '签名错误' },
    clock: { code: 6002, msg: '请求已过期' },
    repeated: { code: 6003, msg: '重复请求' },
    notGranted: { code: 6004, msg: '未授权该接口' },
    limited: { code: 6005, msg: '超出频率或配额' },
    network: { code: 6006, msg: 'IP 不在白名单' },
    secret: { code: 6007, msg: '应用密钥已失效' },
    app: { code: 6008, msg: '应用不可用' },
    unreachable: { code: 6009, msg: '业务系统暂时无法访问' },
  },
)
