import { defineErrors } from '../../../kernel/errors.ts'

export const { block: recoveryBlock, errors: recoveryErrors } = defineErrors(
  { from: 3250, to: 3299 },
  {
    noSuchExport: { code: 3250, msg: '该导出结果已过期或已删除，请重新导出或上传档案' },
    notAnArchive: { code: 3251, msg: '该文件不是公司数据档案，或已损坏' },
    unsigned: { code: 3252, msg: '该档案没有签名，由旧版本导出，不能比较' },
    foreign: { code: 3253, msg: '该档案不是本系统导出的，或内容已被改动，不能使用' },
    newer: { code: 3254, msg: '该档案由更新的版本导出，本版本不能读取' },
    otherCompany: { code: 3255, msg: '该档案属于其他公司，请在相应公司中比较' },
    /** The message is replaced by one with the table. */
    damaged: { code: 3256, msg: '档案已损坏，或内容已被改动，不能使用' },
    tooLarge: { code: 3257, msg: '该档案的数据过多，不能比较' },
    notCompared: { code: 3258, msg: '比较尚未完成' },
    nothingToRestore: { code: 3259, msg: '所选数据没有可恢复的差异' },
    tooManyToRestore: { code: 3260, msg: '差异过多，不能逐条恢复，请由备份恢复整个系统' },
    // Why a single row is not put back.
    changedSince: { code: 3261, msg: '比较后又有变更，请重新比较' },
    takenBySince: { code: 3262, msg: '与现有数据重复' },
    unfit: { code: 3263, msg: '不符合现行规则，不能恢复' },
    /** The message is replaced by one with the name of what is missing. */
    missing: { code: 3264, msg: '所引用的数据已不存在' },
    /** The message is replaced by one with the rights. */
    beyondPlan: { code: 3265, msg: '含有当前套餐以外的权限' },
    builtinRole: { code: 3266, msg: '内置角色的权限随套餐变化，不能恢复' },
    secretValue: { code: 3267, msg: '密钥类参数的值不在档案中，请重新填写' },
    external: { code: 3268, msg: '外部成员须本人同意，请重新邀请' },
    inUse: { code: 3270, msg: '正被其他数据引用' },
    ownDescendant: { code: 3269, msg: '原上级现在位于其下级，不能恢复' },
  },
)
