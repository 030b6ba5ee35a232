import { brandingContract } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { domainsContract } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTxtLookup } from '../../../kernel/txt-records.ts'
import type { Files } from '../files/index.ts'
import { type BrandingService, createBranding } from './branding.service.ts'
import { createDomains } from './domains.service.ts'
import { createLogos } from './logos.ts'

const brandingRoutes = (branding: BrandingService) =>
  implement(brandingContract, {
    ...branding,
    updateBranding: branding.update,
  })

type Ports = Pick<BasePorts, 'database' | 'dnsServers' | 'siteOrigin'> & { files: Files }

/** Brands and domains of tenants. */
export const createBrandingFeature = ({ database, dnsServers, siteOrigin, files }: Ports) => {
  const siteHost = new URL(siteOrigin).hostname
  const domains = createDomains({ database, lookUpTxt: createTxtLookup(dnsServers), siteHost })
  return {
    routes: [
      ...brandingRoutes(createBranding({ database, files, logos: createLogos(files) })),
      ...implement(domainsContract, {
        addDomain: (scope, id, body) => domains.add(scope, id, body.host),
        verifyDomain: (scope, id, host) => domains.verify(scope, { id, host }),
        removeDomain: (scope, id, host) => domains.remove(scope, { id, host }),
      }),
    ],
    constraints: { tenant_domains__host: { ...companiesErrors.hostTaken, field: 'host' } },
  }
}
