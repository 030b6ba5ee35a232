import type { BrandingUpdate } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { assertVersion, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { imageVersionOf, reencodeImage } from '../../../kernel/pictures.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertPlatformActor, assertStorageLimit, lockTopTenant } from '../tenants/index.ts'
import { brandingRepository as repository } from './branding.repository.ts'

/** The largest size shown anywhere, at three device pixels per CSS pixel. */
const logoSize = { width: 480, height: 144 }

/** Branding of a tenant, shown in place of the platform's. */
export const branding = {
  async update(scope: RequestScope, id: string, { version, ...write }: BrandingUpdate) {
    const before = await lockTopTenant(scope, id)
    assertVersion({ ...before, ...before.branding, id }, version)
    await repository.update(scope.db, id, write, authorOf(scope))
    const auditedBranding = ({ title, primary: primaryColor, background }: typeof write) => ({
      title,
      primaryColor,
      background,
    })
    const [former, next] = [auditedBranding(before.branding), auditedBranding(write)]
    scope.note({ entityId: id, entityName: before.companyName, before: former, after: next })
    return null
  },

  async logo({ db, actor }: RequestScope, id: string) {
    assertPlatformActor(actor)
    return { bytes: orNotFound(await repository.logo(db, id)), type: 'image/png' }
  },

  async ownLogo({ db, actor }: RequestScope) {
    return { bytes: orNotFound(await repository.logo(db, actor.companyId)), type: 'image/png' }
  },

  async replaceLogo(scope: RequestScope, id: string, file: Uint8Array) {
    const { companyName } = await lockTopTenant(scope, id)
    const image = await reencodeImage(file, (picture) =>
      picture.resize({ ...logoSize, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
    )
    if (!image) throw new AppError(companiesErrors.notALogo)
    const etag = imageVersionOf(image)
    await repository.replaceLogo(scope.db, id, image, etag)
    await assertStorageLimit(scope.db, id)
    scope.note({ entityId: id, entityName: companyName })
    return null
  },

  async removeLogo(scope: RequestScope, id: string) {
    const { companyName } = await lockTopTenant(scope, id)
    await repository.removeLogo(scope.db, id)
    scope.note({ entityId: id, entityName: companyName })
    return null
  },
}
