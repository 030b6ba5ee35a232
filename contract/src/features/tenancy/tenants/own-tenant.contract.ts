import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { archiveRate } from '../archive/archive.contract.ts'
import { tenantUsage } from './tenant-usage.ts'
import { tenant } from './tenants.contract.ts'

/** A tenant as its own companies see it: terms, expiry and usage. */
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
    summary: 'Read the caller’s tenant with its terms and usage; null if the company belongs to none',
    access: permitted('view'),
    reach: 'platform',
    whileActing: 'guest',
    reply: z.nullable(ownTenant),
  },
  ownUsage: {
    method: 'GET',
    path: '/api/sys/tenant/usage/v1',
    summary: 'Read the usage of the caller’s tenant by day of the last year; empty without a tenant',
    access: permitted('view'),
    reach: 'platform',
    whileActing: 'guest',
    reply: tenantUsage,
  },
  exportData: {
    method: 'POST',
    path: '/api/sys/tenant/export/v1',
    summary: 'Export all data of the caller’s company as a zip of JSON lines, without secrets (decision 39)',
    access: permitted('archive'),
    // No connection per request: the archive streams from a snapshot of its own.
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'inRowScope',
    rate: archiveRate,
    // The platform exports company data with a permission of its own, not during a visit.
    whileActing: 'never',
    audit: { event: 'companyData.exported' },
    unmasked: true,
    quiet: true,
    reply: binary,
  },
})
