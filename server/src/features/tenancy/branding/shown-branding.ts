import type { Branding, ShownBranding, Theme } from '@atrium/contract/features/tenancy/branding/branding.ts'
import { toAccent } from '@atrium/contract/kernel/accent-colors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import { domainsRepository } from './domains.repository.ts'

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** The accent for both colour schemes; null without a colour of its own. */
const toTheme = (primary: string): Theme => (primary === '' ? null : { primary, ...toAccent(primary) })
/** The branding as browsers apply it; empty without a tenant, whose columns are null then. */
export const toShownBranding = ({ title, logo, primary }: Partial<Nullable<Branding>>): ShownBranding => ({
  title: title ?? '',
  logo: logo ?? '',
  theme: toTheme(primary ?? ''),
})

/** Branding of the sign-in page on a tenant's verified host; undefined on any other. Requires platform reach. */
export const findBrandingByHost = async (
  db: Db,
  host: string,
): Promise<(ShownBranding & { background: string; language: string | undefined }) | undefined> => {
  const companyId = await domainsRepository.findVerifiedOwner(db, host)
  const found = companyId === undefined ? undefined : await repository.find(db, companyId)
  if (!found || companyId === undefined) return undefined
  const { background } = found
  return { ...toShownBranding(found), background, language: await repository.language(db, companyId) }
}
