import * as z from 'zod/mini'
import { binary } from '../../kernel/binary.ts'
import { crudEndpoints } from '../../kernel/crud.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../kernel/fields.ts'
import { created, id, idParams, listOf, listQuery, moment, nothing, rowBase, version } from '../../kernel/listing.ts'
import { fieldEffects } from '../../kernel/restrictions.ts'
import { findsByPhone } from '../users/user-fields.ts'
import { dataRules, dataScopes } from './data-rules.ts'

/** `builtin`: the product's own; `template`: to be copied and inherited from, worn by nobody. */
export const roleTypes = ['builtin', 'template', 'custom'] as const
/** How many roles may stand in one line of inheritance. */
export const maxAncestry = 5
const maxGranted = 5000
const maxMembers = 200
/** How many names an impact tells; its counts are exact. */
export const namedInImpact = 200

const name = text(30, '请输入角色名称')
const code = z._default(
  z
    .string()
    .check(z.trim(), z.regex(/^$|^[a-z][a-z0-9-]{1,30}$/, '编码以小写字母开头，只含小写字母、数字和短横线，2–31 位')),
  '',
)
const ids = (most: number) => z.array(id).check(z.maxLength(most, `最多 ${most} 个`))
const named = z.object({ id: z.string(), name: z.string() })
const dataScope = z.enum(dataScopes, '请选择数据范围')

export const roleWrite = z.object({
  name,
  /** Left empty, the server makes one. */
  code,
  type: z._default(z.enum(['template', 'custom'], '请选择类型'), 'custom'),
  /** The role it inherits menus and elements from. */
  parent: z._default(z.nullable(id), null),
  sort: z._default(
    z
      .int('请输入整数')
      .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数')),
    0,
  ),
  desc: optionalMultilineText(200),
})
/** Whose rows a new role shows; chosen organisations come with its grants. The narrowest, unless somebody says otherwise. */
export const scopesOfNew = dataScopes.filter((scope) => scope !== 'custom')
export const roleCreate = z.extend(roleWrite, {
  dataScope: z._default(z.enum(scopesOfNew, '请选择数据范围'), 'self'),
})
export type RoleCreate = z.output<typeof roleCreate>
export const roleUpdate = z.extend(roleWrite, { version })
export type RoleWrite = z.output<typeof roleWrite>

/** So many wearers of a role its row counts; the list of its members counts on. */
export const manyWearers = 1000

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
  /** 1 in use, 0 locked: whoever wears it holds nothing by it. */
  status: z.literal([0, 1]),
  /** How many wear it, also ahead of their start or past their end; beyond `manyWearers`, one more than that. */
  users: z.int(),
  /** Holds everything there is. */
  everything: z.boolean(),
  /** The caller wears it or inherits from it. */
  mine: z.boolean(),
})
export type RoleRow = z.output<typeof roleRow>

/** Why a cell cannot be changed by the caller: he does not hold it himself, the role inherits it, or the company's plan does not hold it. */
export const lockReasons = ['ceiling', 'inherited', 'plan'] as const
const cell = {
  checked: z.boolean(),
  /** Null: free to change. `ceiling`: the caller does not hold it himself; `inherited`: a parent role gives it; `plan`: no role of the company can hold it. */
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
  /** Some of what stands below it is granted, and not all. */
  half: z.boolean(),
  /** The elements by id without one of which it is not shown, or shows nothing. */
  needs: z.array(z.string()),
  /** Without one of them it is not shown at all: people named them. */
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
      /** What an element of kind `field` does to those who do not hold it. */
      effect: z.nullable(z.enum(fieldEffects)),
      ...cell,
      /** How many APIs it opens. */
      apis: z.int(),
    }),
  ),
})
export type GrantedModule = z.output<typeof grantedModule>

/** Everything a role grants of its own; what it inherits is not repeated. */
const grants = {
  menus: ids(maxGranted),
  elems: ids(maxGranted),
  dataScope,
  dataOrgIds: ids(1000),
  rules: dataRules,
  /** Which roles its wearers may give to others; empty sets no limit beside what they hold themselves. */
  assignable: ids(1000),
  /** The menu its wearers land on after signing in. */
  home: z.nullable(id),
}
export const roleGrants = z.object({ ...grants, version: z.int() })
export type RoleGrants = z.output<typeof roleGrants>
export const roleGrantsWrite = z.object({ ...grants, version })
export type RoleGrantsWrite = z.output<typeof roleGrantsWrite>

const elementChange = z.object({
  code: z.string(),
  name: z.string(),
  risk: z.enum(['low', 'mid', 'high']),
  users: z.int(),
})
const personChange = z.object({ userId: z.string(), name: z.string(), account: z.string(), elems: z.array(z.string()) })
/** Whose rows a role shows: its data scope, its organisations by name, and its rules. */
const shownRows = z.object({ dataScope, orgs: z.array(z.string()), rules: dataRules })
export type ShownRows = z.output<typeof shownRows>
/** Whose rows the wearers of a role see by it, before and after. */
const rowsChange = z.object({
  before: shownRows,
  after: shownRows,
  /** `other`: neither holds all that the other holds. */
  change: z.enum(['wider', 'narrower', 'other']),
  /** Who wears the role itself and does not see every row by another one. */
  users: z.int(),
})
export type RowsChange = z.output<typeof rowsChange>

/** Who would gain and lose what: counts are exact, names are the first 200 (N2). */
export const grantImpact = z.object({
  /** Whose roles are touched at all. */
  affectedUsers: z.int(),
  gainingUsers: z.int(),
  losingUsers: z.int(),
  gain: z.array(personChange),
  lose: z.array(personChange),
  /** By element, with how many people gain or lose it. */
  gained: z.array(elementChange),
  lost: z.array(elementChange),
  /** The APIs that open or close with the elements: `GET /api/sys/users/v1`. */
  apis: z.object({ gain: z.array(z.string()), lose: z.array(z.string()) }),
  /** Roles below it that change with it. */
  heirs: z.array(named),
  /** Null where whose rows are seen stays as it is. */
  rows: z.nullable(rowsChange),
})
export type GrantImpact = z.output<typeof grantImpact>

const write = { params: idParams, reply: nothing, reach: 'company' } as const
const read = { method: 'GET', params: idParams, reach: 'company' } as const

export const memberRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  status: z.literal([0, 1, 2]),
  /** `direct`: given this very role; `inherited`: wears a role that inherits from it. */
  via: z.enum(['direct', 'org', 'inherited']),
  viaRole: z.string(),
  /** The organisation whose members wear it; empty where he was given it himself. */
  viaOrg: z.string(),
  /** The organisation he was given it for; null where it is about his own ones. */
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
  /** What at least one of them holds, inherited or not. */
  elems: z.array(z.object({ code: z.string(), name: z.string(), module: z.string(), a: z.boolean(), b: z.boolean() })),
  menus: z.array(z.object({ id: z.string(), name: z.string(), a: z.boolean(), b: z.boolean() })),
})
export type RolesComparison = z.output<typeof rolesComparison>

const rolesQuery = listQuery({
  sortable: ['name', 'code', 'sort', 'createTime'],
  filters: { type: z.enum(roleTypes), status: z.enum(['0', '1']), dataScope },
})
/** What a list finds, wherever in it one is and in whatever order. */
const rolesNarrowing = z.omit(rolesQuery, { page: true, size: true, sort: true })
export type RolesNarrowing = z.output<typeof rolesNarrowing>

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
    summary: 'The roles a list finds as a CSV file; a POST, because the export itself is audited (threat T18)',
    access: permitted('export'),
    reach: 'nothing',
    wire: 'binary',
    people: 'none',
    audit: { event: 'roles.exported' },
    quiet: true,
    body: rolesNarrowing,
    reply: binary,
  },
  update: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/v1',
    summary: 'Change a role; another parent shows first who gains and loses what',
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
    summary: 'Let a role give nothing any more, until it is unlocked; shows first who loses what',
    access: permitted('edit'),
    audit: { event: 'role.locked' },
    people: 'scoped',
    impact: grantImpact,
  },
  unlock: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/unlock/v1',
    summary: 'Let a role give again what it holds; shows first who gains what',
    access: permitted('edit'),
    audit: { event: 'role.unlocked' },
    people: 'scoped',
    impact: grantImpact,
  },
  copy: {
    method: 'POST',
    path: '/api/sys/roles/:id/copy/v1',
    summary: 'Make a new role that grants what this one grants',
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
    summary: 'Two roles side by side: what each holds',
    access: permitted('list'),
    reach: 'company',
    query: z.object({ a: id, b: id }),
    reply: rolesComparison,
  },
  menus: {
    ...read,
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'The menus as a tree, and which of them a role grants',
    access: permitted('list'),
    reply: z.array(grantedMenu),
  },
  elements: {
    ...read,
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'The elements by module, and which of them a role grants',
    access: permitted('list'),
    reply: z.array(grantedModule),
  },
  grants: {
    ...read,
    path: '/api/sys/roles/:id/grants/v1',
    summary: 'Everything a role grants of its own',
    access: permitted('list'),
    reply: roleGrants,
  },
  updateMenus: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/menus/v1',
    summary: 'Replace the menus a role grants; nobody grants or takes what he does not hold himself',
    access: permitted('grants'),
    audit: { event: 'role.menusChanged' },
    body: z.object({ ids: ids(maxGranted), version }),
  },
  updateElements: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/elems/v1',
    summary: 'Replace the elements a role grants; shows first who gains and loses what',
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
    summary: 'Replace everything a role grants at once; shows first who gains and loses what',
    access: permitted('grants'),
    audit: { event: 'role.grantsChanged' },
    body: roleGrantsWrite,
    people: 'scoped',
    impact: grantImpact,
  },
  members: {
    ...read,
    path: '/api/sys/roles/:id/users/v1',
    summary: 'Who wears a role; with effective=1 also who wears a role that inherits from it',
    access: permitted('members'),
    wire: 'list',
    people: 'scoped',
    finds: findsByPhone,
    query: z.extend(listQuery({ sortable: ['account', 'name', 'expireTime'] }), {
      effective: z._default(z.enum(['0', '1']), '0'),
    }),
    reply: listOf(memberRow),
  },
  changeMembers: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/users/v1',
    summary: 'Give a role to people and take it from others; shows first who gains and loses what',
    access: permitted('members'),
    audit: { event: 'role.membersChanged', namesPeople: true },
    body: z.object({ add: z._default(ids(maxMembers), []), remove: z._default(ids(maxMembers), []) }),
    people: 'scoped',
    impact: grantImpact,
  },
})
