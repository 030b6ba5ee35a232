import * as z from 'zod/mini'
import { autocomplete } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isDeclared, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { maxMetadataLength, menuKinds } from './menu-metadata.ts'

export const maxMenuDepth = 5
const maxMoves = 1000
/** Upper bound of alternatives. */
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
  /** JSON text of a `menuMetadata`. */
  metadata: z
    .string('请输入 metadata')
    .check(
      z.maxLength(maxMetadataLength, { error: () => t('最多 {maxMetadataLength} 个字符', { maxMetadataLength }) }),
    ),
  /** Users granted the menu see it if they hold one of these elements, or if there are none; absent: unchanged. */
  elemIds: z.optional(
    z.array(id).check(z.maxLength(maxElements, { error: () => t('最多 {maxElements} 个权限点', { maxElements }) })),
  ),
})
export const menuUpdate = z.extend(menuWrite, { version })
export type MenuWrite = z.output<typeof menuWrite>

/** An element that a menu requires. */
export const neededElement = z.object({ id: z.string(), code: z.string(), name: productText() })
export type NeededElement = z.output<typeof neededElement>

export const menuRow = z.object({
  ...rowBase,
  name: productText(isDeclared),
  parent: z.nullable(z.string()),
  kind,
  sort: z.int(),
  status,
  metadata: z.string(),
  /** One of these is required; for product pages the declared one. Empty: none is. */
  elems: z.array(neededElement),
  /** `code`: declared by the product. */
  origin: z.enum(['code', 'custom']),
})
export type MenuRow = z.output<typeof menuRow>

const moves = z
  .array(z.object({ id, parent, sort }))
  .check(
    z.minLength(1, '请选择要移动的菜单'),
    z.maxLength(maxMoves, { error: () => t('一次最多移动 {maxMoves} 个菜单', { maxMoves }) }),
  )
export type MenuMove = z.output<typeof moves>[number]

/** Maximum number of names in an impact; its counts are exact. */
export const maxNamesInMenuImpact = 200
/** Users who lose pages, in all companies. */
export const menuImpact = z.object({
  /** Names of the deleted menus in tree order; empty if none is deleted. */
  removed: z.array(productText()),
  /** Pages that users lose, with their number of users. */
  pages: z.array(z.object({ id: z.string(), name: productText(), users: z.int() })),
  losingUsers: z.int(),
  lose: z.array(z.object({ userId: z.string(), name: z.string(), account: z.string(), companyName: z.string() })),
  /**
   * Number of roles that name one of the affected menus, and of their companies; `namedRoles` are the first by name.
   */
  roles: z.int(),
  companies: z.int(),
  namedRoles: z.array(z.object({ id: z.string(), name: productText(), companyName: z.string() })),
  /** Names of the plans that contain one. */
  plans: z.array(productText()),
})
export type MenuImpact = z.output<typeof menuImpact>

const crud = crudEndpoints({
  noun: 'menu',
  path: '/api/sys/menus',
  // The list is not paged: all menus, each after its parent. A search includes the ancestors of its matches.
  query: z.pick(listQuery({ sortable: [] }), { search: true }),
  row: menuRow,
  create: menuWrite,
  update: menuUpdate,
})
/** Platform reach, because the impact covers all companies. */
const impactEndpoint = { reach: 'platform', namesUsers: 'inRowScope', impact: menuImpact } as const

export const menusContract = defineContract('sysMenus', {
  ...crud,
  options: autocomplete({ noun: 'menu, with its ancestors', path: '/api/sys/menus', extra: z.object({ kind }) }),
  update: {
    ...crud.update,
    ...impactEndpoint,
    summary: 'Change a menu; previews who can no longer open a page',
  },
  remove: {
    ...crud.remove,
    ...impactEndpoint,
    summary: 'Delete a menu, with cascade=1 also its descendants; previews who can no longer open a page',
    params: idParams,
    query: z.object({ cascade: z._default(z.enum(['0', '1']), '0') }),
  },
  sort: {
    ...impactEndpoint,
    method: 'PUT',
    path: '/api/sys/menus/sort/v1',
    summary: 'Move several menus in one call; previews who can no longer open a page',
    access: permitted('sort'),
    audit: { event: 'menus.sorted' },
    body: z.object({ moves }),
    reply: nothing,
  },
})
