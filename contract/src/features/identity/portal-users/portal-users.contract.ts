import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, moment, nothing, person, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { phoneSearch, userField } from '../../access/registry/user-fields.ts'
import { unboundBecause } from '../../access/row-scopes/id-bounds.ts'
import { sexes } from '../../people/users/user-codes.ts'
import { userLock } from '../../people/users/user-status.contract.ts'
import { recognitionStates } from '../enterprises/enterprise-fields.ts'

/** `person`: registered for themselves. `ent`: belongs to a company that registered itself. */
export const portalUserKinds = ['person', 'ent'] as const
/** 1 active, 0 disabled, 2 locked. */
export const portalUserStates = [1, 0, 2] as const

export const portalUserRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  sex: z.int(),
  /** Masked. */
  phone: userField('phone'),
  /** Masked. */
  email: userField('email'),
  kind: z.enum(portalUserKinds),
  company: z.object({ id: z.string(), name: productText() }),
  /** Administrates the company at present. */
  admin: z.boolean(),
  /** Signs in with an account of another company. */
  outside: z.boolean(),
  /** Recognition of the company; null for persons. */
  recognition: z.nullable(z.enum(recognitionStates)),
  status: z.literal(portalUserStates),
  lock: z.nullable(z.object({ reason: z.string(), by: person, time: moment, until: z.nullable(moment) })),
  createTime: moment,
  lastLogin: z.nullable(z.object({ time: moment, ip: z.string(), area: productText() })),
  version: z.int(),
})
export type PortalUserRow = z.output<typeof portalUserRow>

export const portalUserWrite = z.object({ name: text(30, '请输入姓名'), sex: z.literal(sexes), version })
export type PortalUserWrite = z.output<typeof portalUserWrite>

const path = '/front-api/sys/user'
// The operator sees all portal users, an enterprise its own; the handler opens the transaction that reaches either.
const reach = 'manual'

const ofOtherCompanies = unboundBecause(
  'portal users belong to companies of their own, which only the operator reaches',
)
export const portalUsersContract = defineContract('frontUsers', {
  pages: {
    method: 'GET',
    path: `${path}/pages/v1`,
    summary:
      'List portal users: all for the operator, its own for an enterprise; searches account, name and complete phone',
    access: permitted('list'),
    reach,
    wire: 'list',
    namesUsers: 'inRowScope',
    restrictedSearch: phoneSearch,
    query: listQuery({
      sortable: ['account', 'name', 'createTime'],
      filters: { kind: z.enum(portalUserKinds), status: z.enum(['1', '0', '2']), company: id },
    }),
    reply: listSchema(portalUserRow),
  },
  get: {
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read a portal user',
    access: permitted('get'),
    reach,
    namesUsers: 'inRowScope',
    params: idParams,
    reply: portalUserRow,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id/v1`,
    summary: 'Correct a portal user’s name and sex',
    access: permitted('edit'),
    reach,
    namesUsers: 'inRowScope',
    audit: { event: 'portalAccount.updated' },
    params: idParams,
    body: portalUserWrite,
    current: portalUserRow,
    reply: nothing,
    ids: { 'params.id': ofOtherCompanies },
  },
  lock: {
    method: 'PUT',
    path: `${path}/:id/lock/v1`,
    summary: 'Lock a portal user, temporarily or until unlocked; their sessions end',
    access: permitted('lock'),
    reach,
    namesUsers: 'inRowScope',
    audit: { event: 'portalAccount.locked' },
    params: idParams,
    body: userLock,
    reply: nothing,
    ids: { 'params.id': ofOtherCompanies },
  },
  unlock: {
    method: 'PUT',
    path: `${path}/:id/unlock/v1`,
    summary: 'Unlock a portal user',
    access: permitted('lock'),
    reach,
    namesUsers: 'inRowScope',
    audit: { event: 'portalAccount.unlocked' },
    params: idParams,
    reply: nothing,
    ids: { 'params.id': ofOtherCompanies },
  },
})
export type PortalUsersQuery = InputOf<typeof portalUsersContract.pages>['query']
