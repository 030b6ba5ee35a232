import { defineErrors } from '../../../kernel/errors.ts'

export const { block: areasBlock, errors: areasErrors } = defineErrors(
  { from: 4040, to: 4049 },
  {
    platformOnly: { code: 4040, msg: '行政区划由平台统一更新' },
    noKey: { code: 4041, msg: '尚未配置发布方的公钥，不能更新行政区划' },
    wrongSignature: { code: 4042, msg: '文件签名不正确，请向发布方核实' },
    wrongContent: { code: 4043, msg: '文件内容不是行政区划数据' },
    lostCodes: { code: 4044, msg: '文件缺少已有的区划代码，不能更新' },
    alreadyLoaded: { code: 4045, msg: '该版本已更新过，无需再次更新' },
  },
)
