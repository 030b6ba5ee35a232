import { defineErrors } from '../../../kernel/errors.ts'

export const { block: menusBlock, errors: menusErrors } = defineErrors(
  { from: 2100, to: 2149 },
  {
    hasChildren: { code: 2101, msg: '存在子菜单，请先移走或删除子菜单' },
    pathTaken: { code: 2102, msg: '路径重复' },
    badMetadata: { code: 2103, msg: 'metadata 格式错误' },
    /** The code adds it again at the next start. */
    builtIn: { code: 2104, msg: '产品自带的菜单不能删除，可以停用' },
    builtInBelow: { code: 2109, msg: '下级中有产品自带的菜单，请先移走它们' },
    ownDescendant: { code: 2105, msg: '不能移动到自己的下级' },
    tooDeep: { code: 2106, msg: '菜单最多 5 级' },
    noParent: { code: 2107, msg: '上级菜单不存在，或不能有下级' },
    noSuchElement: { code: 2110, msg: '所选权限点不存在或已被删除' },
    elementsFixed: { code: 2111, msg: '产品自带的菜单需要什么权限点由产品决定，不能修改' },
    /** The menu page itself must stay reachable to undo changes. */
    lockedOut: { code: 2108, msg: '这样修改后将无法再打开菜单管理' },
  },
)
