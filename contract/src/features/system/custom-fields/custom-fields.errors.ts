import { defineErrors } from '../../../kernel/errors.ts'

export const { block: customFieldsBlock, errors: customFieldsErrors } = defineErrors(
  { from: 4080, to: 4099 },
  {
    keyTaken: { code: 4080, msg: '该标识已被使用，已删除字段的标识也不能再用' },
    noSuchEntity: { code: 4081, msg: '该对象不支持自定义字段' },
    noSuchGroup: { code: 4082, msg: '请选择字典分组' },
    badPattern: { code: 4083, msg: '正则表达式有误，或过于复杂' },
    textOnly: { code: 4084, msg: '仅文本字段可设置正则表达式' },
    notUnique: { code: 4085, msg: '该类型的字段不能设为唯一' },
    platformField: { code: 4087, msg: '平台的字段由平台维护，本公司仅可设置可见角色' },
    valuesRepeat: { code: 4088, msg: '已有数据的值重复，不能设为唯一' },
    tooMany: { code: 4089, msg: '该对象的自定义字段已达上限' },
    noSuchRole: { code: 4090, msg: '所选角色不存在' },
    unknownField: { code: 4091, msg: '自定义字段不存在或已停用' },
    taken: { code: 4092, msg: '自定义字段的值已被使用' },
  },
)
