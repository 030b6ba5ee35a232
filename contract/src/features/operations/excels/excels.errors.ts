import { defineErrors } from '../../../kernel/errors.ts'

export const { block: excelsBlock, errors: excelsErrors } = defineErrors(
  { from: 8250, to: 8299 },
  {
    codeTaken: { code: 8250, msg: '模板编码已存在' },
    noSuchData: { code: 8251, msg: '所选数据不存在或您无权导入，请重新选择' },
    noSuchField: { code: 8252, msg: '所选字段不存在或您无权查看，请重新选择' },
    fieldTwice: { code: 8253, msg: '每个字段只能对应一列' },
    titleTwice: { code: 8254, msg: '列标题不可重复' },
    fieldMissing: { code: 8255, msg: '必须包含新增时必填的字段' },
    noSuchKey: { code: 8256, msg: '请选择模板可用的匹配字段' },
    boundsReversed: { code: 8257, msg: '最大值不能小于最小值' },
    builtin: { code: 8258, msg: '内置模板不能删除' },
    tooMany: { code: 8259, msg: '模板数量已达上限，请先删除不用的模板' },
    stopped: { code: 8260, msg: '模板已停用' },
    badPattern: { code: 8261, msg: '正则格式无效，或过于复杂' },
  },
)
