import type { Branding, ShownBranding, Theme } from '@atrium/contract/features/companies/branding.ts'
import { accentOf } from '@atrium/contract/kernel/accent-colors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import { domainsRepository } from './domains.repository.ts'

/** The colours of an accent as browsers paint it; null where a tenant has no colour of its own. */
const themeOf = ({ primary }: Branding): Theme => (primary === '' ? null : { primary, ...accentOf(primary) })
const shown = (found: Branding) => ({ title: found.title, logo: found.logo, theme: themeOf(found) })

/** What the people of a company see in place of the platform's own: its tenant's. Nothing where it has no tenant. */
export const brandingOf = async (db: Db, companyId: string): Promise<ShownBranding> => {
  const found = await repository.find(db, companyId)
  return found ? shown(found) : { title: '', logo: '', theme: null }
}

/** What whoever is not signed in sees under the verified host of a tenant; undefined under any other. With platform sight. */
export const hostBrandingOf = async (
  db: Db,
  host: string,
): Promise<(ShownBranding & { background: string }) | undefined> => {
  const companyId = await domainsRepository.owner(db, host)
  const found = companyId === undefined ? undefined : await repository.find(db, companyId)
  return found && { ...shown(found), background: found.background }
}

/** The logo of the tenant whose verified host that is; undefined where there is none. With platform sight. */
export const hostLogoOf = async (db: Db, host: string): Promise<Buffer | undefined> => {
  const companyId = await domainsRepository.owner(db, host)
  return companyId === undefined ? undefined : repository.logo(db, companyId)
}
