import type { Branding, ShownBranding, Theme } from '@atrium/contract/features/tenancy/branding/branding.ts'
import { toAccent } from '@atrium/contract/kernel/accent-colors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import { domainsRepository } from './domains.repository.ts'

/** The accent for both colour schemes; null without a colour of its own. */
const toTheme = ({ primary }: Branding): Theme => (primary === '' ? null : { primary, ...toAccent(primary) })
const toShownBranding = (found: Branding) => ({ title: found.title, logo: found.logo, theme: toTheme(found) })

/** The branding of the company's tenant; empty without a tenant. */
export const findBranding = async (db: Db, companyId: string): Promise<ShownBranding> => {
  const found = await repository.find(db, companyId)
  return found ? toShownBranding(found) : { title: '', logo: '', theme: null }
}

/** Branding of the sign-in page on a tenant's verified host; undefined on any other. Requires platform reach. */
export const findBrandingByHost = async (
  db: Db,
  host: string,
): Promise<(ShownBranding & { background: string }) | undefined> => {
  const companyId = await domainsRepository.findVerifiedOwner(db, host)
  const found = companyId === undefined ? undefined : await repository.find(db, companyId)
  return found && { ...toShownBranding(found), background: found.background }
}
