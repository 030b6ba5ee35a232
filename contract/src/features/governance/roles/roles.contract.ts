import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { created, id, idParams, listOf, listQuery, moment, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { fieldEffects } from '../../../kernel/restrictions.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { phoneSearch } from '../../access/registry/user-fields.ts'
import { dataRules, dataScopes } from '../../access/row-scopes/data-rules.ts'

/** `builtin`: shipped with the product; `template`: copied and inherited from, never assigned. */
export const roleTypes = ['builtin', 'template', 'custom'] as const
/** Maximum length of an inheritance chain, the role itself included. */
export const maxRoleDepth = 5
const maxGranted = 5000
const maxMembers = 200

const name = text(30, '请输入角色名称')
const code = z._default(
  z
    .string()
    .check(z.trim(), z.regex(/^$|^[a-z][a-z0-9-]{1,30}$/, '编码以小写字母开头，只含小写字母、数字和短横线，2–31 位')),
  '',
)
const ids = (limit: number) => z.array(id).check(z.maxLength(limit, `最多 ${limit} 个`))
const named = z.object({ id: z.string(), name: z.string() })
const dataScope = z.enum(dataScopes, '请选择数据范围')

export const roleWrite = z.object({
  name,
  /** If empty, the server generates one. */
  code,
  type: z._default(z.enum(['template', 'custom'], '请选择类型'), 'custom'),
  /** The role whose menus and elements it inherits. */
  parent: z._default(z.nullable(id), null),
  sort: z._default(
    z
      .int('请输入整数')
      .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数')),
    0,
  ),
  desc: optionalMultilineText(200),
})
/** Data scopes of a new role; chosen organisations are set with its grants. Defaults to the narrowest. */
export const scopesOfNewRoles = dataScopes.filter((scope) => scope !== 'custom')
export const roleCreate = z.extend(roleWrite, {
  dataScope: z._default(z.enum(scopesOfNewRoles, '请选择数据范围'), 'self'),
})
export type RoleCreate = z.output<typeof roleCreate>
export const roleUpdate = z.extend(roleWrite, { version })
export type RoleWrite = z.output<typeof roleWrite>

/** A list row counts members up to this number; the member list counts further. */
export const maxCountedMembers = 1000

export const roleRow = z.object({
  ...rowBase,
  name: z.string(),
  code: z.string(),
  type: z.enum(roleTypes),
  parent: z.nullable(z.string()),
  parentName: z.string(),
  dataScope,
  sort: z.int(),
  desc: z.string(),
  /** 1 active, 0 locked: a locked role grants nothing. */
  status: z.literal([0, 1]),
  /** Assignees, future and expired assignments included; above `maxCountedMembers`, that number plus one. */
  users: z.int(),
  /** Grants everything. */
  everything: z.boolean(),
  /** The caller holds it, or a role that inherits from it. */
  mine: z.boolean(),
})
export type RoleRow = z.output<typeof roleRow>

/**
 * Why the caller cannot change a cell: they lack the right themselves, the role inherits it, or the company's plan
 * excludes it.
 */
export const lockReasons = ['ceiling', 'inherited', 'plan'] as const
const cell = {
  checked: z.boolean(),
  /**
   * Null: editable. `ceiling`: the caller lacks it; `inherited`: granted by an ancestor; `plan`: excluded by the
   * company's plan.
   */
  locked: z.nullable(z.enum(lockReasons)),
}
export type GrantedMenu = {
  id: string
  name: string
  icon: string
  checked: boolean
  half: boolean
  locked: (typeof lockReasons)[number] | null
  needs: string[]
  gated: boolean
  children: GrantedMenu[]
}
const grantedMenu: z.ZodMiniType<GrantedMenu> = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  ...cell,
  /** Some descendants are granted, but not all. */
  half: z.boolean(),
  /** Ids of elements; without at least one of them the menu is hidden or shows nothing. */
  needs: z.array(z.string()),
  /** The menu is hidden without one of them: its elements were configured. */
  gated: z.boolean(),
  get children() {
    return z.array(grantedMenu)
  },
})
export const grantedModule = z.object({
  moduleId: z.string(),
  code: z.string(),
  name: z.string(),
  elems: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      risk: z.enum(['low', 'mid', 'high']),
      /** Effect of an element of kind `field` on users without it. */
      effect: z.nullable(z.enum(fieldEffects)),
      ...cell,
      /** Number of APIs it opens. */
      apis: z.int(),
    }),
  ),
})
export type GrantedModule = z.output<typeof grantedModule>

/** What a role grants itself, inherited grants excluded. */
const grants = {
  menus: ids(maxGranted),
  elems: ids(maxGranted),
  dataScope,
  dataOrgIds: ids(1000),
  rules: dataRules,
  /** Roles its assignees may assign; empty: limited only by their own rights. */
  assignable: ids(1000),
  /** Landing page of its assignees after sign-in. */
  home: z.nullable(id),
}
export const roleGrants = z.object({ ...grants, version: z.int() })
export type RoleGrants = z.output<typeof roleGrants>
export const roleGrantsWrite = z.object({ ...grants, version })
export type RoleGrantsWrite = z.output<typeof roleGrantsWrite>

const write = { params: idParams, reply: nothing, reach: 'company' } as const
const read = { method: 'GET', params: idParams, reach: 'company' } as const

export const memberRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  status: z.literal([0, 1, 2]),
  /** `direct`: this role is assigned; `inherited`: a descendant is. */
  via: z.enum(['direct', 'org', 'inherited']),
  viaRole: z.string(),
  /** The organisation that assigns the role to its members; empty if assigned to the user. */
  viaOrg: z.string(),
  /** Organisation scope of the assignment; null for the assignee's own organisations. */
  anchor: z.nullable(named),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  inForce: z.boolean(),
})
export type MemberRow = z.output<typeof memberRow>

const comparedSide = z.object({ ...named.shape, users: z.int(), dataScope })
export const rolesComparison = z.object({
  a: comparedSide,
  b: comparedSide,
  /** Elements granted by at least one of them, inherited ones included. */
  elems: z.array(z.object({ code: z.string(), name: z.string(), module: z.string(), a: z.boolean(), b: z.boolean() })),
  menus: z.array(z.object({ id: z.string(), name: z.string(), a: z.boolean(), b: z.boolean() })),
})
export type RolesComparison = z.output<typeof rolesComparison>

const rolesQuery = listQuery({
  sortable: ['name', 'code', 'sort', 'createTime'],
  filters: { type: z.enum(roleTypes), status: z.enum(['0', '1']), dataScope },
})
/** Filter of the role list, without paging and order. */
const rolesFilter = z.omit(rolesQuery, { page: true, size: true, sort: true })
export type RolesFilter = z.output<typeof rolesFilter>

export const rolesContract = defineContract('sysRoles', {
  ...crudEndpoints({
    noun: 'role',
    path: '/api/sys/roles',
    query: rolesQuery,
    row: roleRow,
    create: roleCreate,
    update: roleUpdate,
  }),
  exportRoles: {
    method: 'POST',
    path: '/api/sys/roles/export/v1',
    summary: 'Export matching roles as CSV; a POST because the export is audited',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: 'none',
    audit: { event: 'roles.exported' },
    quiet: true,
    body: rolesFilter,
    reply: binary,
  },
  update: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/v1',
    summary: 'Change a role; previews who gains and loses what if the parent changes',
    access: permitted('edit'),
    audit: { event: 'role.updated' },
    body: roleUpdate,
    people: 'scoped',
    impact: grantImpact,
  },
  lock: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/lock/v1',
    summary: 'Lock a role: it grants nothing until unlocked; previews who loses what',
    access: permitted('edit'),
    audit: { event: 'role.locked' },
    people: 'scoped',
    impact: grantImpact,
  },
  unlock: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/unlock/v1',
    summary: 'Unlock a role; previews who gains what',
    access: permitted('edit'),
    audit: { event: 'role.unlocked' },
    people: 'scoped',
    impact: grantImpact,
  },
  copy: {
    method: 'POST',
    path: '/api/sys/roles/:id/copy/v1',
    summary: 'Copy a role with its grants',
    access: permitted('copy'),
    reach: 'company',
    audit: { event: 'role.copied' },
    params: idParams,
    body: z.object({ name, code }),
    reply: created,
  },
  compare: {
    method: 'GET',
    path: '/api/sys/roles/compare/both/v1',
    summary: 'Compare the rights of two roles',
    access: permitted('list'),
    reach: 'company',
    query: z.object({ a: id, b: id }),
    reply: rolesComparison,
  },
  menus: {
    ...read,
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'Read the menu tree, marking the menus a role grants',
    access: permitted('list'),
    reply: z.array(grantedMenu),
  },
  elements: {
    ...read,
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'Read the elements by module, marking those a role grants',
    access: permitted('list'),
    reply: z.array(grantedModule),
  },
  grants: {
    ...read,
    path: '/api/sys/roles/:id/grants/v1',
    summary: 'Read everything a role grants itself, without inherited rights',
    access: permitted('list'),
    reply: roleGrants,
  },
  updateMenus: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'Replace the menus a role grants, within the caller’s own rights',
    access: permitted('grants'),
    audit: { event: 'role.menusChanged' },
    body: z.object({ ids: ids(maxGranted), version }),
  },
  updateElements: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'Replace the elements a role grants; previews who gains and loses what',
    access: permitted('grants'),
    audit: { event: 'role.elementsChanged' },
    body: z.object({ ids: ids(maxGranted), version }),
    people: 'scoped',
    impact: grantImpact,
  },
  updateGrants: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/grants/v1',
    summary: 'Replace all grants of a role in one call; previews who gains and loses what',
    access: permitted('grants'),
    audit: { event: 'role.grantsChanged' },
    body: roleGrantsWrite,
    people: 'scoped',
    impact: grantImpact,
  },
  members: {
    ...read,
    path: '/api/sys/roles/:id/users/v1',
    summary: 'List the assignees of a role; with effective=1 also those of roles that inherit from it',
    access: permitted('members'),
    wire: 'list',
    people: 'scoped',
    restrictedSearch: phoneSearch,
    query: z.extend(listQuery({ sortable: ['account', 'name', 'expireTime'] }), {
      effective: z._default(z.enum(['0', '1']), '0'),
    }),
    reply: listOf(memberRow),
  },
  changeMembers: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/users/v1',
    summary: 'Assign a role to users and revoke it from others; previews who gains and loses what',
    access: permitted('members'),
    audit: { event: 'role.membersChanged', namesPeople: true },
    body: z.object({ add: z._default(ids(maxMembers), []), remove: z._default(ids(maxMembers), []) }),
    people: 'scoped',
    impact: grantImpact,
  },
})
