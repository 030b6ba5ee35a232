import type { Database } from '../../../../kernel/db/database.ts'
import { createShortTtlCache } from '../../../../kernel/short-ttl-cache.ts'
import { findCompanyByHost, tenantOrigin } from '../../../tenancy/branding/index.ts'
import { toIssuer } from '../../open-apps/index.ts'

/** Who signs people in: the platform, or a tenant under its own host. */
export type Issuer = {
  /** The address that names it. */
  name: string
  origin: string
  /** The tenant's top company; undefined for the platform. */
  tenantId: string | undefined
}
export type Issuers = {
  platform: Issuer
  /** The issuer under a host: the platform's, unless a tenant has verified it. */
  of(host: string): Promise<Issuer>
  /** The issuer of something stored, also if its host is not the tenant's any more; the platform's without a name. */
  named(name: string): Promise<Issuer>
}

const maxHosts = 1000

/** Addresses are built from that of the site and from verified hosts, never from a header. */
export const createIssuers = ({ database, siteOrigin }: { database: Database; siteOrigin: string }): Issuers => {
  const owners = createShortTtlCache<string | undefined>(maxHosts)
  const site = new URL(siteOrigin)
  const platform: Issuer = { name: toIssuer(siteOrigin), origin: siteOrigin, tenantId: undefined }
  const of = async (host: string): Promise<Issuer> => {
    if (host === site.hostname) return platform
    const tenantId = await owners.read(host, () =>
      database.read({ reach: 'platform' }, (db) => findCompanyByHost(db, host)),
    )
    if (tenantId === undefined) return platform
    const origin = tenantOrigin(siteOrigin, host)
    return { name: toIssuer(origin), origin, tenantId }
  }
  return {
    platform,
    of,
    async named(name) {
      if (name === '' || name === platform.name) return platform
      const { hostname, origin } = new URL(name)
      const found = await of(hostname)
      return found.name === name ? found : { name, origin, tenantId: undefined }
    },
  }
}
