import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { created, id, idParams, listQuery, listSchema, nothing } from '../../../kernel/listing.ts'
import {
  appRequestApproval,
  appRequestRefusal,
  appRequestRow,
  appRequestStates,
  appRequestWrite,
  requestableApp,
} from './app-request-fields.ts'

const path = '/front-api/sys/apps'
const own = signedInBecause('reads and changes only the caller’s own requests')
const approver = signedInBecause('the approvers of an application need no permission to decide on its requests')
const company = { reach: 'company' } as const
const query = listQuery({ sortable: ['createTime'], filters: { state: z.enum(appRequestStates) } })

/** Applications that users ask for, and what their approvers decide. */
export const appRequestsContract = defineContract('frontApps', {
  requestable: {
    method: 'GET',
    path: `${path}/requestable/v1`,
    summary: 'List the applications of the company that the caller does not see and may ask for',
    access: signedInBecause('returns only applications that their company lets its users ask for'),
    ...company,
    reply: z.array(requestableApp),
  },
  request: {
    method: 'POST',
    path: `${path}/:id/requests/v1`,
    summary: 'Ask for an application, with a reason and perhaps an end; its approvers are told',
    access: own,
    ...company,
    rate: { n: 20, per: 'minute' },
    audit: { event: 'appRequest.submitted' },
    params: idParams,
    body: appRequestWrite,
    reply: created,
  },
  ownAppRequests: {
    method: 'GET',
    path: `${path}/requests/v1`,
    summary: 'List the caller’s requests for applications, latest first; searches the application’s name',
    access: own,
    ...company,
    wire: 'list',
    namesUsers: 'none',
    query,
    reply: listSchema(appRequestRow),
  },
  withdrawRequest: {
    method: 'DELETE',
    path: `${path}/requests/:id/v1`,
    summary: 'Withdraw an open request',
    access: own,
    ...company,
    audit: { event: 'appRequest.cancelled' },
    params: idParams,
    reply: nothing,
  },
  approvals: {
    method: 'GET',
    path: `${path}/approvals/v1`,
    summary: 'List the requests on which the caller decides; searches the names of application and applicant',
    access: approver,
    ...company,
    wire: 'list',
    namesUsers: unscopedBecause('an approver decides on the requests of everyone in the company'),
    query,
    reply: listSchema(appRequestRow),
  },
  approveRequest: {
    method: 'PUT',
    path: `${path}/approvals/:id/approve/v1`,
    summary: 'Approve a request: the application is shown to the applicant until the end',
    access: approver,
    ...company,
    audit: { event: 'appRequest.approved', namesPeople: true },
    params: idParams,
    body: appRequestApproval,
    reply: nothing,
  },
  rejectRequest: {
    method: 'PUT',
    path: `${path}/approvals/:id/reject/v1`,
    summary: 'Reject a request, with a reason',
    access: approver,
    ...company,
    audit: { event: 'appRequest.rejected', namesPeople: true },
    params: idParams,
    body: appRequestRefusal,
    reply: nothing,
  },
})

/** Requests for an application as its administrators see them. */
export const appAccessContract = defineContract('openApps', {
  appRequests: {
    method: 'GET',
    path: '/api/sys/apps/:id/requests/v1',
    summary: 'List the requests for an application, latest first; searches applicants',
    access: permitted('list'),
    ...company,
    wire: 'list',
    namesUsers: 'inRowScope',
    params: idParams,
    query,
    reply: listSchema(appRequestRow),
  },
  revokeRequest: {
    method: 'PUT',
    path: '/api/sys/apps/:id/requests/:requestId/revoke/v1',
    summary: 'Take back the access that a request gave, with a reason',
    access: permitted('edit'),
    ...company,
    audit: { event: 'appRequest.revoked', namesPeople: true },
    params: z.object({ id, requestId: id }),
    body: appRequestRefusal,
    reply: nothing,
  },
})
