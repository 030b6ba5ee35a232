import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id, idParams, nothing } from '../../../kernel/listing.ts'

export const maxDomains = 10
const wrongHost = '请输入正确的域名，例如 console.example.com'
/** A host name of at least two labels; internationalised ones in Punycode (RFC 5891). */
const host = z
  .string(wrongHost)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, '请输入域名'),
    z.maxLength(240, wrongHost),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/, wrongHost),
  )
/** A host for the sign-in page of a tenant; verified once DNS has the TXT record. */
export const domain = z.object({ host: z.string(), verified: z.boolean(), record: z.string(), txt: z.string() })
export type Domain = z.output<typeof domain>
export const domainAdd = z.object({ host })
const domainParams = z.object({ id, host })

export const domainsContract = defineContract('sysCompanys', {
  addDomain: {
    method: 'POST',
    path: '/api/sys/companys/:id/domains/v1',
    summary: 'Add a host name to a tenant, to be verified by a TXT record',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'domain.added' },
    params: idParams,
    body: domainAdd,
    reply: domain,
  },
  verifyDomain: {
    method: 'PUT',
    path: '/api/sys/companys/:id/domains/:host/verify/v1',
    summary: 'Verify the TXT record of a host name; once verified, the host shows the tenant’s sign-in page',
    access: permitted('tenant'),
    // DNS is slow: no connection is held meanwhile.
    reach: 'manual',
    rate: { n: 20, per: 'minute' },
    audit: { event: 'domain.verified' },
    params: domainParams,
    reply: nothing,
  },
  removeDomain: {
    method: 'DELETE',
    path: '/api/sys/companys/:id/domains/:host/v1',
    summary: 'Remove a host name from a tenant',
    access: permitted('tenant'),
    reach: 'platform',
    audit: { event: 'domain.removed' },
    params: domainParams,
    reply: nothing,
  },
})
