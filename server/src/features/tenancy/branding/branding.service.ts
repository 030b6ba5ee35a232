import type { BrandingUpdate } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { Sharp } from 'sharp'
import { assertVersion, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { reencodeImage, sizeOfImage } from '../../../kernel/pictures.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { Files } from '../files/index.ts'
import { assertPlatformActor, lockTopTenant } from '../tenants/index.ts'
import { brandingRepository as repository } from './branding.repository.ts'
import type { Logos } from './logos.ts'

/** The largest size shown anywhere, at three device pixels per CSS pixel. */
const logoSize = { width: 480, height: 144 }

const shape = (image: Sharp) =>
  image.resize({ ...logoSize, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 })

type Ports = { database: Database; files: Files; logos: Logos }

/** Branding of a tenant, shown in place of the platform's. */
export const createBranding = ({ database, files, logos }: Ports) => ({
  async update(scope: RequestScope, id: string, { version, ...write }: BrandingUpdate) {
    const before = await lockTopTenant(scope, id)
    assertVersion({ ...before, ...before.branding, id }, version)
    await repository.update(scope.db, id, write, toAuthor(scope))
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
    return logos.of(db, id)
  },

  async replaceLogo(scope: DetachedScope<Actor>, id: string, file: Uint8Array) {
    const { actor } = scope
    // Asked before anything is stored, and once more when it is used.
    await database.transact({ reach: 'platform' }, (db) => lockTopTenant({ db, actor }, id))
    const image = await reencodeImage(file, shape)
    if (!image) throw new AppError(companiesErrors.notALogo)
    const shown = { name: '公司标志.png', purpose: 'company', type: 'image/png', ...(await sizeOfImage(image)) }
    await files.replacePicture(
      scope,
      id,
      { bytes: image, ...shown },
      {
        async find(db) {
          const { companyName } = await lockTopTenant({ db, actor }, id)
          scope.note({ entityId: id, entityName: companyName })
          return repository.logo(db, id)
        },
        use: (db, fileId, etag) => repository.replaceLogo(db, id, fileId, etag),
      },
    )
    return null
  },

  async removeLogo(scope: RequestScope, id: string) {
    const { companyName } = await lockTopTenant(scope, id)
    const former = await repository.logo(scope.db, id)
    await repository.removeLogo(scope.db, id)
    if (former) await files.removeUnused(scope.db, { companyId: id, id: former.fileId })
    scope.note({ entityId: id, entityName: companyName })
    return null
  },
})
export type BrandingService = ReturnType<typeof createBranding>
