import { defineErrors } from '../../../kernel/errors.ts'
import { usersErrors } from '../../people/users/users.errors.ts'

export const { block: rolesBlock, errors: rolesErrors } = defineErrors(
  { from: 2050, to: 2099 },
  {
    beyondOwnRights: usersErrors.beyondOwnRights,
    builtin: { code: 2006, msg: '内置角色不可修改' },
    hasMembers: { code: 2007, msg: '角色存在成员' },
    ancestryCycle: { code: 2008, msg: '角色不能循环继承' },
    codeTaken: { code: 2050, msg: '角色编码已存在' },
    nameTaken: { code: 2051, msg: '角色名称已存在' },
    heldByCaller: { code: 2052, msg: '不能修改本人正在使用的角色' },
    hasHeirs: { code: 2053, msg: '有角色继承自该角色，请先解除继承' },
    tooDeep: { code: 2054, msg: '角色最多继承 5 层' },
    noParent: { code: 2055, msg: '上级角色不存在' },
    templateUnworn: { code: 2056, msg: '模板角色不能直接授予用户，请先复制' },
    noSuchElement: { code: 2057, msg: '所选权限点不存在' },
    noSuchMenu: { code: 2058, msg: '所选菜单不存在' },
    noSuchRole: { code: 2059, msg: '所选角色不存在' },
    noSuchUser: { code: 2060, msg: '所选用户不存在' },
    stopped: { code: 2061, msg: '该角色已停用' },
    badRule: { code: 2062, msg: '数据规则不正确' },
    inUse: { code: 2064, msg: '该角色未停用' },
    onlyAssignable: { code: 2065, msg: '有角色只能授予该角色，请先调整其可授予范围' },
    beyondPlan: { code: 2066, msg: '超出公司套餐的权限范围' },
    noSuchOrganization: { code: 2068, msg: '所选组织不存在' },
    noOrganization: { code: 2069, msg: '请至少选择一个组织' },
    elementsHeld: { code: 2070, msg: '该角色已有所选权限点' },
    elementsLacking: { code: 2071, msg: '该角色没有直接授予的所选权限点' },
    beyondScope: { code: 2072, msg: '该角色或其下级角色已授予您数据范围外的用户，不能修改' },
    homeNotGranted: { code: 2063, msg: '首页须是已授予的菜单' },
  },
)
