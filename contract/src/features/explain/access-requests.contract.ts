import * as z from 'zod/mini'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { multilineText } from '../../kernel/fields.ts'
import { id, idParams, listOf, listQuery, nothing, version } from '../../kernel/listing.ts'
import { optionalMomentInput } from '../../kernel/moment-input.ts'
import { grantImpact } from '../roles/roles.contract.ts'
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
    summary: 'Who asked for which permission',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(accessRequestStates) } }),
    reply: listOf(accessRequestRow),
  },
  roles: {
    method: 'GET',
    path: '/api/sys/access-requests/:id/roles/v1',
    summary: 'The roles that hold what is asked for, those that hold least first',
    access: permitted('decide'),
    reach: 'company',
    params: idParams,
    reply: z.object({
      roles: z.array(z.object({ id, name: z.string(), everything: z.boolean(), grantable: z.boolean() })),
      version: z.int(),
    }),
  },
  approve: {
    method: 'PUT',
    path: '/api/sys/access-requests/:id/approve/v1',
    summary:
      'Give the applicant one of the roles that hold what he asks for; nobody grants what he does not hold; shows first what he gains',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'accessRequest.approved', namesPeople: true },
    params: idParams,
    body: accessRequestApproval,
    people: 'scoped',
    impact: grantImpact,
    reply: nothing,
  },
  reject: {
    method: 'PUT',
    path: '/api/sys/access-requests/:id/reject/v1',
    summary: 'Refuse a request, saying why',
    access: permitted('decide'),
    reach: 'company',
    audit: { event: 'accessRequest.rejected', namesPeople: true },
    params: idParams,
    body: accessRequestRejection,
    reply: nothing,
  },
})
