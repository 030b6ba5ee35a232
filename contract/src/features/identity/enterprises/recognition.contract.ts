import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { idParams, listQuery, listSchema, nothing, timeRange, version } from '../../../kernel/listing.ts'
import { enterpriseRow, recognitionStates } from './enterprise-fields.ts'

const path = '/api/sys/enterprises'
const platform = { access: permitted('review'), reach: 'platform' } as const
const refusal = z.object({ reason: multilineText(200, '请填写原因'), version })

/** The operator reviews registered companies. */
export const recognitionContract = defineContract('frontUsers', {
  enterprises: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List registered companies, latest application first; searches name and credit code',
    ...platform,
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({
      sortable: ['name', 'applyTime', 'createTime'],
      filters: { state: z.enum(recognitionStates), apply: timeRange },
    }),
    reply: listSchema(enterpriseRow),
  },
  enterprise: {
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read a registered company',
    ...platform,
    params: idParams,
    reply: enterpriseRow,
  },
  enterpriseLicence: {
    method: 'GET',
    path: `${path}/:id/licence/v1`,
    summary: 'Read the business licence of a registered company',
    ...platform,
    wire: 'binary',
    namesUsers: 'none',
    params: idParams,
    reply: binary,
  },
  approve: {
    method: 'PUT',
    path: `${path}/:id/approve/v1`,
    summary: 'Recognise a registered company; its data becomes that of the company',
    ...platform,
    audit: { event: 'recognition.approved' },
    params: idParams,
    body: z.object({ version }),
    reply: nothing,
  },
  reject: {
    method: 'PUT',
    path: `${path}/:id/reject/v1`,
    summary: 'Reject an application for recognition, with a reason',
    ...platform,
    audit: { event: 'recognition.rejected' },
    params: idParams,
    body: refusal,
    reply: nothing,
  },
  revoke: {
    method: 'PUT',
    path: `${path}/:id/revoke/v1`,
    summary: 'Revoke the recognition of a company, with a reason',
    ...platform,
    audit: { event: 'recognition.revoked' },
    params: idParams,
    body: refusal,
    reply: nothing,
  },
})
