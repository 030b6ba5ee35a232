import * as z from 'zod/mini'
import { autocomplete, autocompleteParams, autocompleteQuery, optionsWith } from '../../../kernel/autocomplete.ts'
import { defineCustomEntity } from '../../../kernel/custom-fields.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { email, messages, orEmpty, shortCodeOrEmpty, telephoneOrEmpty, text } from '../../../kernel/fields.ts'
import { created, id, idParams, listQuery, listSchema, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { phoneSearch } from '../../access/registry/user-fields.ts'
import { inScope, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { membership } from '../users/assignments.ts'
import { duties } from '../users/user-codes.ts'
import { organizationImpact, organizationRemoval, organizationRolesImpact } from './organization-impact.ts'
import { organizationSheet } from './organizations.sheet.ts'
import { type VisitedOrg, visitedOrg } from './visited-org.ts'

/** Users in a subtree are counted up to this number; one more stands for "more". */
export const maxCountedPeople = 1000
/** Maximum number of levels. */
export const maxOrganizationDepth = 12
/** Maximum number of search results; users refine the search for more. */
export const maxSearchResults = 50
const maxPeople = 200
const maxRoles = 20

const customOrganization = defineCustomEntity({ entity: 'organization', title: '组织' })

/** A code of the dictionary `orgKind`. */
const kind = text(40, '请选择类型')
const duty = z.enum(duties, '请选择职务')
const integer = z.int('请输入整数')
const sort = integer.check(
  z.gte(0, '请输入 0 到 1000000 之间的整数'),
  z.lte(1_000_000, '请输入 0 到 1000000 之间的整数'),
)
const parent = z.nullable(id)

export const organizationWrite = z.object({
  name: text(50, '请输入组织名称'),
  code: shortCodeOrEmpty,
  kind,
  phone: telephoneOrEmpty,
  email: orEmpty(email, messages.email),
  status: z.literal([0, 1], '请选择启用或停用'),
  custom: customOrganization.input,
})
export const organizationCreate = z.extend(organizationWrite, { parent: z._default(parent, null) })
export const organizationUpdate = z.extend(organizationWrite, { version })
export type OrganizationWrite = Omit<z.output<typeof organizationWrite>, 'custom'>

/** A leader or deputy. */
const leader = z.object({ id: z.string(), name: z.string(), duty })
const summary = {
  ...rowBase,
  name: z.string(),
  code: z.string(),
  kind: z.string(),
  parent: z.nullable(z.string()),
  sort: z.int(),
  status: z.int(),
  /** Has no children. */
  leaf: z.boolean(),
  /** Direct members. */
  users: z.int(),
  /** Members of the subtree, each counted once; `maxCountedPeople + 1` stands for more. */
  usersWithin: z.int(),
  leaders: z.array(leader),
}
export const organizationRow = z.object({
  ...summary,
  /** Same values under the names the company switcher uses. */
  orgId: z.string(),
  companyId: z.string(),
  type: z.literal('org'),
  onlyId: z.string(),
  /** In search results: true for matches, false for their ancestors. */
  found: z.boolean(),
  /** In search results: names of the ancestors, root first. */
  above: z.optional(z.array(z.string())),
})
export type OrganizationRow = z.output<typeof organizationRow>
/** Whether the row belongs to the caller's company. Rows of companies to switch into have fewer fields. */
export const isOwnRow = (row: OrganizationRow | VisitedOrg): row is OrganizationRow => 'found' in row

const pathStep = z.object({ id: z.string(), name: z.string() })
export const organizationDetail = z.object({
  ...summary,
  phone: z.string(),
  email: z.string(),
  custom: customOrganization.row,
  /** Ancestors, root first. */
  above: z.array(pathStep),
  /** Number of descendants. */
  below: z.int(),
  /** Roles its direct members hold. */
  roles: z.array(pathStep),
})
export type OrganizationDetail = z.output<typeof organizationDetail>

export const memberRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  status: z.int(),
  /** The organisation itself, or a descendant, with the names of its ancestors, root first. */
  organization: z.extend(pathStep, { above: z.array(z.string()) }),
  duty,
  primary: z.boolean(),
  post: z.nullable(pathStep),
})
export type OrganizationMember = z.output<typeof memberRow>

const idList = z._default(
  z.array(id).check(z.maxLength(maxPeople, { error: () => t('一次最多 {maxPeople} 人', { maxPeople }) })),
  [],
)
export const organizationMerge = z.object({ into: z.uuid('请选择并入的组织') })
export const organizationSplit = z.object({
  name: text(50, '请输入组织名称'),
  organizations: idList,
  users: idList,
})

const read = { method: 'GET', access: permitted('list'), reach: 'company' } as const
const onOrganization = { reach: 'company', params: idParams } as const

export const organizationsContract = defineContract('sysOrgs', {
  list: {
    ...read,
    // Own trees are read with company reach; trees of other companies are not.
    reach: 'manual',
    path: '/api/sys/orgs/v1',
    summary: 'List the children of an organisation, or the top level; a search returns matches with their ancestors',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: z.extend(z.pick(listQuery({ sortable: [] }), { search: true }), {
      /** Empty is the same as absent: the root level. */
      parent: z.optional(z.union([id, z.literal('')])),
      /** The caller's company, or one they can switch into (level by level). Others are empty, like unknown ids. */
      company: z.optional(id),
    }),
    reply: listSchema(z.union([organizationRow, visitedOrg])),
  },
  options: autocomplete({
    noun: 'organisation, with its ancestors',
    path: '/api/sys/orgs',
    extra: z.object({ status: z.int() }),
  }),
  exportOrganizations: exportEndpoint({
    noun: 'organisations',
    path: '/api/sys/orgs/export/v1',
    event: 'organizations.exported',
    namesUsers: 'inRowScope',
    filter: z.object({ 'f.custom': z.optional(customOrganization.filter) }),
    sheet: organizationSheet,
  }),
  get: {
    ...read,
    path: '/api/sys/orgs/:id/v1',
    summary: 'Read an organisation with its ancestors',
    namesUsers: 'inRowScope',
    params: idParams,
    reply: organizationDetail,
  },
  create: {
    method: 'POST',
    path: '/api/sys/orgs/v1',
    summary: 'Add an organisation as the last of its siblings',
    access: permitted('add'),
    reach: 'company',
    audit: { event: 'organization.created' },
    body: organizationCreate,
    reply: created,
    ids: { 'body.parent': inScope('organization') },
  },
  update: {
    ...onOrganization,
    method: 'PUT',
    path: '/api/sys/orgs/:id/v1',
    summary: 'Change an organisation, or disable it, which suspends its roles; previews gained and lost roles',
    access: permitted('edit'),
    audit: { event: 'organization.updated' },
    body: organizationUpdate,
    impact: organizationRolesImpact,
    reply: nothing,
    ids: { 'params.id': inScope('organization') },
  },
  remove: {
    ...onOrganization,
    method: 'DELETE',
    path: '/api/sys/orgs/:id/v1',
    summary: 'Delete an empty organisation; previews the role assignments scoped to it, which end',
    access: permitted('delete'),
    audit: { event: 'organization.removed' },
    impact: organizationRemoval,
    reply: nothing,
    ids: { 'params.id': inScope('organization') },
  },
  move: {
    ...onOrganization,
    method: 'PUT',
    path: '/api/sys/orgs/:id/move/v1',
    summary: 'Move an organisation with its descendants; previews the impact if the parent changes',
    access: permitted('move'),
    audit: { event: 'organization.moved' },
    body: z.object({ parent, sort }),
    impact: organizationImpact,
    reply: nothing,
    ids: { 'params.id': inScope('subtree'), 'body.parent': inScope('organization') },
  },
  merge: {
    ...onOrganization,
    method: 'POST',
    path: '/api/sys/orgs/:id/merge/v1',
    summary: 'Merge an organisation with all its contents into another',
    access: permitted('move'),
    audit: { event: 'organization.merged' },
    body: organizationMerge,
    namesUsers: 'inRowScope',
    impact: organizationImpact,
    reply: nothing,
    ids: { 'params.id': inScope('subtree'), 'body.into': inScope('organization') },
  },
  split: {
    ...onOrganization,
    method: 'POST',
    path: '/api/sys/orgs/:id/split/v1',
    summary: 'Split an organisation: add a sibling with some of its children and members',
    access: permitted('move'),
    audit: { event: 'organization.divided', namesPeople: true },
    body: organizationSplit,
    impact: organizationImpact,
    reply: created,
    ids: {
      'params.id': inScope('organization'),
      'body.organizations': inScope('subtree'),
      'body.users': inScope('user'),
    },
  },
  members: {
    ...read,
    path: '/api/sys/orgs/:id/users/v1',
    summary: 'List the members of an organisation; with below=1 also those of its descendants',
    access: permitted('members'),
    wire: 'list',
    namesUsers: 'inRowScope',
    params: idParams,
    restrictedSearch: phoneSearch,
    query: z.extend(listQuery({ sortable: ['account', 'name'] }), { below: z._default(z.enum(['0', '1']), '0') }),
    reply: listSchema(memberRow),
  },
  changeMembers: {
    ...onOrganization,
    method: 'PUT',
    path: '/api/sys/orgs/:id/users/v1',
    summary: 'Add and remove members of an organisation; previews who gains and loses what by its roles',
    access: permitted('members'),
    audit: { event: 'organization.membersChanged', namesPeople: true },
    body: z.object({ add: idList, remove: idList }),
    namesUsers: 'inRowScope',
    impact: grantImpact,
    reply: nothing,
    ids: { 'params.id': inScope('organization'), 'body.add': inScope('user'), 'body.remove': inScope('user') },
  },
  offeredRoles: {
    ...read,
    path: '/api/sys/orgs/roles/auto/:id/v1',
    summary: 'Find assignable roles by name, for an autocomplete field; the selected one (0: none) comes first',
    access: permitted('roles'),
    params: autocompleteParams,
    query: autocompleteQuery,
    reply: optionsWith(z.object({ grantable: z.boolean() }), productText()),
  },
  replaceRoles: {
    ...onOrganization,
    method: 'PUT',
    path: '/api/sys/orgs/:id/roles/v1',
    summary: 'Replace the roles that members hold while they belong to an organisation; previews gained and lost roles',
    access: permitted('roles'),
    audit: { event: 'organization.rolesChanged' },
    body: z.object({
      roleIds: z.array(id).check(z.maxLength(maxRoles, { error: () => t('最多 {maxRoles} 个角色', { maxRoles }) })),
      version,
    }),
    impact: organizationRolesImpact,
    reply: nothing,
    ids: { 'params.id': inScope('organization'), 'body.roleIds': withinOwnRights },
  },
  updateMember: {
    method: 'PUT',
    path: '/api/sys/orgs/:id/users/:userId/v1',
    summary: 'Change a member’s duty and post, and whether the organisation is their primary one',
    access: permitted('members'),
    reach: 'company',
    audit: { event: 'organization.memberChanged', namesPeople: true },
    params: z.extend(idParams, { userId: id }),
    body: membership,
    reply: nothing,
    ids: { 'params.id': inScope('organization'), 'params.userId': inScope('user') },
  },
})
export type OrganizationsExport = InputOf<typeof organizationsContract.exportOrganizations>['body']
