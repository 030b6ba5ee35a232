import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, listSchema, nothing, version } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { accessRequestRow, accessRequestStates } from './access-request-row.ts'

export const accessRequestApproval = z.object({
  roleId: z.uuid('请选择角色'),
  /** Expiry of the assignment; null for none. */
  expireTime: optionalMomentInput,
  version,
})
export const accessRequestRejection = z.object({ reason: multilineText(200, '请填写原因'), version })

export const accessRequestsContract = defineContract('sysAccessRequests', {
  list: {
    method: 'GET',
    path: '/api/sys/access-requests/v1',
    summary: 'List requests for permissions',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(accessRequestStates) } }),
    reply: listSchema(accessRequestRow),
  },
  roles: {
    method: 'GET',
    path: '/api/sys/access-requests/:id/roles/v1',
    summary: 'List the roles that hold the requested permission, those with the fewest rights first',
    access: permitted('decide'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      roles: z.array(z.object({ id, name: productText(), everything: z.boolean(), grantable: z.boolean() })),
      version: z.int(),
    }),
  },
  approve: {
    method: 'PUT',
    path: '/api/sys/access-requests/:id/approve/v1',
    summary:
      'Approve a request by assigning a role that holds the permission, within the caller’s own rights; previews the gained rights',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'accessRequest.approved', namesPeople: true },
    params: idParams,
    body: accessRequestApproval,
    namesUsers: 'inRowScope',
    impact: grantImpact,
    reply: nothing,
    ids: { 'body.roleId': withinOwnRights },
  },
  reject: {
    method: 'PUT',
    path: '/api/sys/access-requests/:id/reject/v1',
    summary: 'Reject a request, with a reason',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'accessRequest.rejected', namesPeople: true },
    params: idParams,
    body: accessRequestRejection,
    reply: nothing,
  },
})
