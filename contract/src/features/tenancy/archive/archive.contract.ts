import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { created, idParams } from '../../../kernel/listing.ts'

/** An archive holds a database connection while it is written. */
export const archiveRate = { n: 20, per: 'hour' } as const

export const archiveContract = defineContract('sysCompanys', {
  exportData: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/export/v1',
    summary:
      'Start the export of all data of a tenant’s companies: a run whose result is a zip of JSON lines, without secrets (decision 39)',
    access: permitted('tenant'),
    reach: 'platform',
    rate: archiveRate,
    audit: { event: 'tenant.exported' },
    unmasked: true,
    quiet: true,
    params: idParams,
    reply: created,
  },
})
