import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { reencodeImage, sizeOfImage } from '../../../kernel/pictures.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { appLogosRepository as repository } from './app-logos.repository.ts'
import { findApp, lockApp } from './app-rules.ts'

const side = 128
type Ports = { database: Database; files: Files }

/** Logos of the company's applications. */
export const createAppLogos = ({ database, files }: Ports) => ({
  /** Throws `notALogo` for anything but a JPG or PNG. */
  async replace(scope: DetachedScope<Actor>, id: string, file: Uint8Array) {
    const { companyId } = scope.actor
    const key = { companyId, appId: id }
    // Found within the company first: a commit reaches all of them.
    await database.read({ reach: 'company', companyId }, (db) => findApp({ db }, id))
    const bytes = await reencodeImage(file, (image) =>
      image.resize({ width: side, height: side, fit: 'contain', background: '#0000' }).png({ compressionLevel: 9 }),
    )
    if (!bytes) throw new AppError(openAppsErrors.notALogo)
    const picture = {
      bytes,
      name: '应用图标.png',
      purpose: 'company',
      type: 'image/png',
      ...(await sizeOfImage(bytes)),
    }
    await files.replacePicture(scope, companyId, picture, {
      async find(db) {
        const { name } = await lockApp({ db }, id)
        scope.note({ entityId: id, entityName: name })
        return repository.find(db, key)
      },
      use: (db, fileId) => repository.use(db, key, fileId),
    })
    return null
  },
  async remove(scope: RequestScope, id: string) {
    const { db, actor } = scope
    const key = { companyId: actor.companyId, appId: id }
    const { name } = await lockApp(scope, id)
    const former = await repository.find(db, key)
    await repository.remove(db, key)
    if (former) await files.removeUnused(db, { companyId: key.companyId, id: former.fileId })
    scope.note({ entityId: id, entityName: name })
    return null
  },
})
