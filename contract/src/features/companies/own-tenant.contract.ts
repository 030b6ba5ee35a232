import * as z from 'zod/mini'
import { binary } from '../../kernel/binary.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { archiveRate, tenant } from './companies.contract.ts'

/** What a company is shown of its tenant: what was agreed on, until when, and how much of it is used. */
export const ownTenant = z.pick(tenant, {
  companyId: true,
  companyName: true,
  state: true,
  planName: true,
  planQuotas: true,
  startTime: true,
  expireTime: true,
  graceUntil: true,
  mostUsers: true,
  mostSms: true,
  mostStorage: true,
  usage: true,
})
export type OwnTenant = z.output<typeof ownTenant>

export const ownTenantContract = defineContract('sysTenant', {
  own: {
    method: 'GET',
    path: '/api/sys/tenant/v1',
    summary: 'My tenant: its terms and what is used of them; null where my company belongs to none',
    access: permitted('view'),
    reach: 'platform',
    whileActing: 'guest',
    reply: z.nullable(ownTenant),
  },
  exportData: {
    method: 'POST',
    path: '/api/sys/tenant/export/v1',
    summary: 'Everything my own company has, as a zip of JSON lines; without secrets (decision 39)',
    access: permitted('archive'),
    // The archive takes as long as it takes; what it says is that of one moment.
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    rate: archiveRate,
    // The platform takes a company's data along by a right of its own, and not as a guest who came to help.
    whileActing: 'never',
    audit: { event: 'companyData.exported' },
    whole: true,
    quiet: true,
    reply: binary,
  },
})
