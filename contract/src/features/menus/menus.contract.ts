import * as z from 'zod/mini'
import { crudEndpoints } from '../../kernel/crud.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { text } from '../../kernel/fields.ts'
import { id, idParams, listQuery, nothing, rowBase, version } from '../../kernel/listing.ts'
import { maxMetadata, menuKinds } from './menu-metadata.ts'

export const maxMenuDepth = 5
const maxMoves = 1000
/** More alternatives say nothing any more. */
const maxElements = 50

const kind = z.enum(menuKinds, '请选择类型')
const sort = z
  .int('请输入整数')
  .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数'))
const parent = z.nullable(id)
const status = z.literal([0, 1], '请选择启用或停用')

export const menuWrite = z.object({
  name: text(50, '请输入菜单名称'),
  parent,
  kind,
  sort,
  status,
  /** A JSON string, as the specification says (§3); what it may hold is `menuMetadata`. */
  metadata: z.string('请输入 metadata').check(z.maxLength(maxMetadata, `最多 ${maxMetadata} 个字符`)),
  /** Whoever was granted the menu sees it if he holds one of these elements, or if there are none; absent: as before. */
  elemIds: z.optional(z.array(id).check(z.maxLength(maxElements, `最多 ${maxElements} 个元素`))),
})
export const menuUpdate = z.extend(menuWrite, { version })
export type MenuWrite = z.output<typeof menuWrite>

/** An element that a menu is shown with. */
export const neededElement = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type NeededElement = z.output<typeof neededElement>

export const menuRow = z.object({
  ...rowBase,
  name: z.string(),
  parent: z.nullable(z.string()),
  kind,
  sort: z.int(),
  status,
  metadata: z.string(),
  /** One of these is needed; of a page of the product what the product says. None: nothing is. */
  elems: z.array(neededElement),
  /** `code`: brought by the product. */
  origin: z.enum(['code', 'custom']),
})
export type MenuRow = z.output<typeof menuRow>

const moves = z
  .array(z.object({ id, parent, sort }))
  .check(z.minLength(1, '没有要移动的菜单'), z.maxLength(maxMoves, `一次最多移动 ${maxMoves} 个菜单`))
export type MenuMove = z.output<typeof moves>[number]

/** How many names an impact tells; its counts are exact. */
export const namedInMenuImpact = 200
/** Who can open which pages no longer, in all companies (N2). */
export const menuImpact = z.object({
  /** The menus that go, in the order of the tree; empty where none is deleted. */
  removed: z.array(z.string()),
  /** The pages that somebody can open no longer, and how many people. */
  pages: z.array(z.object({ id: z.string(), name: z.string(), users: z.int() })),
  losingUsers: z.int(),
  lose: z.array(z.object({ userId: z.string(), name: z.string(), account: z.string(), companyName: z.string() })),
  /** How many roles name one of these pages or what goes, and in how many companies; the first of them by name. */
  roles: z.int(),
  companies: z.int(),
  namedRoles: z.array(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  /** The plans that name one. */
  plans: z.array(z.string()),
})
export type MenuImpact = z.output<typeof menuImpact>

const crud = crudEndpoints({
  noun: 'menu',
  path: '/api/sys/menus',
  // The list comes whole, every menu after its parent; a search keeps what stands above its finds.
  query: z.pick(listQuery({ sortable: [] }), { search: true }),
  row: menuRow,
  create: menuWrite,
  update: menuUpdate,
})
/** Beyond the company: who loses a page is asked of all of them. */
const shown = { reach: 'platform', people: 'scoped', impact: menuImpact } as const

export const menusContract = defineContract('sysMenus', {
  ...crud,
  update: {
    ...crud.update,
    ...shown,
    summary: 'Change a menu; shows first who can open a page no longer, if anybody',
  },
  remove: {
    ...crud.remove,
    ...shown,
    summary: 'Delete a menu, with cascade=1 all that stands below it too; shows first who can open a page no longer',
    params: idParams,
    query: z.object({ cascade: z._default(z.enum(['0', '1']), '0') }),
  },
  sort: {
    ...shown,
    method: 'PUT',
    path: '/api/sys/menus/sort/v1',
    summary: 'Put menus in other places, all at once; shows first who can open a page no longer, if anybody',
    access: permitted('sort'),
    audit: { event: 'menus.sorted' },
    body: z.object({ moves }),
    reply: nothing,
  },
})
