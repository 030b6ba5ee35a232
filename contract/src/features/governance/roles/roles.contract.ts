import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { created, id, idParams, listQuery, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isBuiltin, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { dataScopes } from '../../access/row-scopes/data-rules.ts'
import { withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { cardLayout } from '../../communication/preferences/cards.ts'
import { roleSheet } from './roles.sheet.ts'

/** `builtin`: shipped with the product; `template`: copied and inherited from, never assigned. */
export const roleTypes = ['builtin', 'template', 'custom'] as const
/** Maximum length of an inheritance chain, the role itself included. */
export const maxRoleDepth = 5

const name = text(30, '请输入角色名称')
const code = z._default(
  z
    .string()
    .check(z.trim(), z.regex(/^$|^[a-z][a-z0-9-]{1,30}$/, '编码以小写字母开头，只含小写字母、数字和短横线，2-31 位')),
  '',
)
export const ids = (limit: number) =>
  z.array(id).check(z.maxLength(limit, { error: () => t('最多 {limit} 个', { limit }) }))
export const named = z.object({ id: z.string(), name: z.string() })
export const dataScope = z.enum(dataScopes, '请选择数据范围')

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
  /** Layout of the workbench for assignees without one of their own; null: the usual one. */
  workbench: z._default(z.nullable(cardLayout), null),
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
  name: productText(isBuiltin),
  code: z.string(),
  type: z.enum(roleTypes),
  parent: z.nullable(z.string()),
  parentName: productText(),
  dataScope,
  sort: z.int(),
  desc: productText(isBuiltin),
  workbench: z.nullable(cardLayout),
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

export const write = {
  params: idParams,
  reply: nothing,
  reach: 'company',
  ids: { 'params.id': withinOwnRights },
} as const
export const read = { method: 'GET', params: idParams, reach: 'company' } as const

const comparedSide = z.object({ id: z.string(), name: productText(), users: z.int(), dataScope })
export const rolesComparison = z.object({
  a: comparedSide,
  b: comparedSide,
  /** Elements granted by at least one of them, inherited ones included. */
  elems: z.array(
    z.object({ code: z.string(), name: productText(), module: productText(), a: z.boolean(), b: z.boolean() }),
  ),
  menus: z.array(z.object({ id: z.string(), name: productText(), a: z.boolean(), b: z.boolean() })),
})
export type RolesComparison = z.output<typeof rolesComparison>

const rolesQuery = listQuery({
  sortable: ['name', 'code', 'sort', 'createTime'],
  filters: { type: z.enum(roleTypes), status: z.enum(['0', '1']), dataScope },
})
/** Filter of the role list, without paging and order. */
export const rolesFilter = z.omit(rolesQuery, { page: true, size: true, sort: true })
export type RolesFilter = z.output<typeof rolesFilter>

const crud = crudEndpoints({
  noun: 'role',
  path: '/api/sys/roles',
  query: rolesQuery,
  row: roleRow,
  create: roleCreate,
  update: roleUpdate,
})
export const rolesContract = defineContract('sysRoles', {
  ...crud,
  create: { ...crud.create, ids: { 'body.parent': withinOwnRights } },
  remove: { ...crud.remove, ids: { 'params.id': withinOwnRights } },
  exportRoles: exportEndpoint({
    noun: 'roles',
    path: '/api/sys/roles/export/v1',
    event: 'roles.exported',
    namesUsers: 'none',
    filter: rolesFilter,
    sheet: roleSheet,
  }),
  update: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/v1',
    summary: 'Change a role; previews who gains and loses what if the parent changes',
    access: permitted('edit'),
    audit: { event: 'role.updated' },
    body: roleUpdate,
    namesUsers: 'inRowScope',
    impact: grantImpact,
    ids: { 'params.id': withinOwnRights, 'body.parent': withinOwnRights },
  },
  lock: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/lock/v1',
    summary: 'Lock a role: it grants nothing until unlocked; previews who loses what',
    access: permitted('edit'),
    audit: { event: 'role.locked' },
    namesUsers: 'inRowScope',
    impact: grantImpact,
  },
  unlock: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/unlock/v1',
    summary: 'Unlock a role; previews who gains what',
    access: permitted('edit'),
    audit: { event: 'role.unlocked' },
    namesUsers: 'inRowScope',
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
    ids: { 'params.id': withinOwnRights },
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
})
export type RolesExport = InputOf<typeof rolesContract.exportRoles>['body']
