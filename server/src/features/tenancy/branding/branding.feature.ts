import type { BasePorts } from '../../../kernel/feature.ts'
import { createTxtLookup } from '../../../kernel/txt-records.ts'
import { createDomains } from './domains.service.ts'

/** Brands and domains of tenants. Offers `domains`: the companies' endpoints manage them. */
export const createBrandingFeature = ({ database, dnsServers, siteOrigin }: BasePorts) => ({
  domains: createDomains({ database, lookUpTxt: createTxtLookup(dnsServers), siteHost: new URL(siteOrigin).hostname }),
  routes: [],
})
