import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams } from '../../../kernel/listing.ts'

/** An archive holds a database connection while it is downloaded. */
export const archiveRate = { n: 20, per: 'hour' } as const

export const archiveContract = defineContract('sysCompanys', {
  exportData: {
    method: 'POST',
    path: '/api/sys/companys/:id/tenant/export/v1',
    summary: 'Export all data of a tenant’s companies as a zip of JSON lines, without secrets (decision 39)',
    access: permitted('tenant'),
    // No connection per request: the archive streams from a snapshot of its own.
    reach: 'nothing',
    wire: 'binary',
    people: 'scoped',
    rate: archiveRate,
    audit: { event: 'tenant.exported' },
    unmasked: true,
    quiet: true,
    params: idParams,
    reply: binary,
  },
})
