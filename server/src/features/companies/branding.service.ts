import type { BrandingUpdate } from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { encodedAnew, markOf } from '../../kernel/pictures.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import { refuseOthers } from './company-rules.ts'
import { refuseOverfull } from './refuse-overfull.ts'
import { takenTenant } from './taken-tenant.ts'

/** As large as any place shows it, on a screen of three pixels to one. */
const logoSize = { width: 480, height: 144 }

/** What the people of a tenant see in place of the platform's own. */
export const branding = {
  async update(scope: RequestScope, id: string, { version, ...write }: BrandingUpdate) {
    const before = await takenTenant(scope, id)
    refuseStale({ ...before, ...before.branding, id }, version)
    await repository.update(scope.db, id, write, personOf(scope))
    const told = ({ title, primary: primaryColor, background }: typeof write) => ({ title, primaryColor, background })
    const [former, next] = [told(before.branding), told(write)]
    scope.note({ entityId: id, entityName: before.companyName, before: former, after: next })
    return null
  },

  async logo({ db, actor }: RequestScope, id: string) {
    refuseOthers(actor)
    return { bytes: orNotFound(await repository.logo(db, id)), type: 'image/png' }
  },

  async ownLogo({ db, actor }: RequestScope) {
    return { bytes: orNotFound(await repository.logo(db, actor.companyId)), type: 'image/png' }
  },

  async replaceLogo(scope: RequestScope, id: string, file: Uint8Array) {
    const { companyName } = await takenTenant(scope, id)
    const image = await encodedAnew(file, (picture) =>
      picture.resize({ ...logoSize, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
    )
    if (!image) throw new AppError(companiesErrors.notALogo)
    const etag = markOf(image)
    await repository.replaceLogo(scope.db, id, image, etag)
    await refuseOverfull(scope.db, id)
    scope.note({ entityId: id, entityName: companyName })
    return null
  },

  async removeLogo(scope: RequestScope, id: string) {
    const { companyName } = await takenTenant(scope, id)
    await repository.removeLogo(scope.db, id)
    scope.note({ entityId: id, entityName: companyName })
    return null
  },
}
