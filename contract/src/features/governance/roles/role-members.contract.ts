import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { listQuery, listSchema, moment } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { phoneSearch } from '../../access/registry/user-fields.ts'
import { asUnknown, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { ids, named, read, write } from './roles.contract.ts'

const maxMembers = 200

export const memberRow = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  status: z.literal([0, 1, 2]),
  /** `direct`: this role is assigned; `inherited`: a descendant is. */
  via: z.enum(['direct', 'org', 'inherited']),
  viaRole: productText(),
  /** The organisation that assigns the role to its members; empty if assigned to the user. */
  viaOrg: z.string(),
  /** Organisation scope of the assignment; null for the assignee's own organisations. */
  anchor: z.nullable(named),
  startTime: z.nullable(moment),
  expireTime: z.nullable(moment),
  inForce: z.boolean(),
})
export type MemberRow = z.output<typeof memberRow>

export const roleMembersContract = defineContract('sysRoles', {
  members: {
    ...read,
    path: '/api/sys/roles/:id/users/v1',
    summary: 'List the assignees of a role; with effective=1 also those of roles that inherit from it',
    access: permitted('members'),
    wire: 'list',
    namesUsers: 'inRowScope',
    restrictedSearch: phoneSearch,
    query: z.extend(listQuery({ sortable: ['account', 'name', 'expireTime'] }), {
      effective: z._default(z.enum(['0', '1']), '0'),
    }),
    reply: listSchema(memberRow),
  },
  changeMembers: {
    ...write,
    method: 'PUT',
    path: '/api/sys/roles/:id/users/v1',
    summary: 'Assign a role to users and revoke it from others; previews who gains and loses what',
    access: permitted('members'),
    audit: { event: 'role.membersChanged', namesPeople: true },
    body: z.object({ add: z._default(ids(maxMembers), []), remove: z._default(ids(maxMembers), []) }),
    namesUsers: 'inRowScope',
    impact: grantImpact,
    ids: { 'params.id': withinOwnRights, 'body.add': asUnknown, 'body.remove': asUnknown },
  },
})
