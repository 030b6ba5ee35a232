import { defineErrors } from '../../../kernel/errors.ts'

export const { block: dictionariesBlock, errors: dictionariesErrors } = defineErrors(
  { from: 4010, to: 4039 },
  {
    inUse: { code: 4001, msg: '字典项使用中' },
    codeTaken: { code: 4010, msg: '该分组中已有此编码' },
    groupTaken: { code: 4011, msg: '分组编码已存在' },
    noSuchGroup: { code: 4012, msg: '所选分组不存在' },
    builtinFixed: { code: 4013, msg: '内置的分组和字典项不能删除' },
    closedGroup: { code: 4014, msg: '该分组的字典项由系统使用，不能新增、停用或删除' },
    noSuchParent: { code: 4015, msg: '所选上级不存在' },
    parentCycle: { code: 4016, msg: '上级不能是其本身或其下级' },
    hasChildren: { code: 4017, msg: '该字典项有下级，请先删除下级' },
    platformOnly: { code: 4018, msg: '该操作仅限平台' },
    platformItem: { code: 4019, msg: '平台的字典项不能编辑或删除，可在本公司调整或隐藏' },
    companyOnly: { code: 4020, msg: '平台的字典项请直接编辑' },
    notAdjusted: { code: 4021, msg: '本公司未调整该字典项，无需恢复' },
    noSuchCode: { code: 4022, msg: '所选内容不存在或已停用，请重新选择' },
    periodReversed: { code: 4023, msg: '失效时间须晚于生效时间' },
    tooDeep: { code: 4024, msg: '字典项最多 20 级' },
    companyChildren: { code: 4026, msg: '有公司在该字典项下新增了下级，不能删除，可改为停用' },
    ownItem: { code: 4025, msg: '本公司的字典项请直接编辑' },
  },
)
