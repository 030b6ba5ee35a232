import { defineErrors } from '../../../kernel/errors.ts'

export const { block: menusBlock, errors: menusErrors } = defineErrors(
  { from: 2100, to: 2149 },
  {
    hasChildren: { code: 2101, msg: '存在子菜单，请先移走或删除子菜单' },
    pathTaken: { code: 2102, msg: '路径重复' },
    badMetadata: { code: 2103, msg: 'metadata 格式错误' },
    /** The code adds it again at the next start. */
    builtIn: { code: 2104, msg: '内置菜单不能删除，可以停用' },
    builtInBelow: { code: 2109, msg: '下级中有内置菜单，请先移走' },
    ownDescendant: { code: 2105, msg: '不能移动到自身的下级' },
    tooDeep: { code: 2106, msg: '菜单最多 5 级' },
    noParent: { code: 2107, msg: '上级菜单不存在或不支持下级' },
    noSuchElement: { code: 2110, msg: '所选权限点不存在或已被删除' },
    elementsFixed: { code: 2111, msg: '内置菜单所需的权限点由产品设定，不能修改' },
    noSuchPage: { code: 2112, msg: '模板不存在' },
    /** The menu page itself must stay reachable to undo changes. */
    lockedOut: { code: 2108, msg: '修改后将无法打开菜单管理，请调整后再保存' },
  },
)
