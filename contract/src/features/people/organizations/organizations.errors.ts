import { defineErrors } from '../../../kernel/errors.ts'

export const { block: organizationsBlock, errors: organizationsErrors } = defineErrors(
  { from: 3100, to: 3110 },
  {
    notEmpty: { code: 3101, msg: '组织存在成员或下级，请选择并入的组织' },
    ownDescendant: { code: 3102, msg: '不能移动到自身的下级' },
    nameTaken: { code: 3103, msg: '同级已有同名组织' },
    codeTaken: { code: 3104, msg: '组织编码已存在' },
    noParent: { code: 3105, msg: '上级组织不存在' },
    tooDeep: { code: 3106, msg: '组织最多 12 级' },
    noSuchUser: { code: 3107, msg: '用户不存在' },
    intoItself: { code: 3108, msg: '不能并入自身或其下级' },
    notBelow: { code: 3109, msg: '只能拆出本组织的直接下级和成员' },
    noSuchPost: { code: 3110, msg: '岗位不存在' },
    noMember: { code: 3114, msg: '该用户不是本组织的成员' },
    topOutOfScope: { code: 3118, msg: '您的数据范围不是整个公司，请选择上级组织' },
    noSuchOrganization: { code: 3117, msg: '所选组织不存在，或不在您的数据范围内' },
    stopped: { code: 3116, msg: '该组织已停用' },
    keeperRole: { code: 3115, msg: '管理员角色只能授予个人，不能绑定到组织' },
  },
)
