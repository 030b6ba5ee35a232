import { randomBytes } from 'node:crypto'
import {
  hasSecrets,
  maxLiveSecrets,
  type SecretCreate,
} from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { assertCoversApp, assertFuture, lockApp } from './app-rules.ts'
import { openAppsRepository } from './open-apps.repository.ts'
import { secretsRepository as repository } from './secrets.repository.ts'

const secretBytes = 32
const hintLength = 4

type Ports = { secrets: Pick<Secrets, 'seal'>; catalogue: Catalogue }

/** Secrets of applications. A secret is replied once, when it is created, and kept sealed. */
export const createAppSecrets = ({ secrets, catalogue }: Ports) => ({
  async list({ db }: RequestScope, appId: string) {
    orNotFound(await openAppsRepository.find(db, appId))
    return repository.list(db, appId)
  },
  /** Throws `kindHasNoSecret`, `beyondRights`, `expiryPassed`, `noOverlap` and `tooManySecrets`. */
  async create(scope: RequestScope, appId: string, { expireTime, overlapHours }: SecretCreate) {
    const { db } = scope
    const app = await lockApp(scope, appId)
    if (!hasSecrets(app.kind)) throw new AppError(openAppsErrors.kindHasNoSecret)
    await assertCoversApp(catalogue, scope, app)
    assertFuture(expireTime)
    if (overlapHours !== null) {
      if (app.secrets === 0) throw new AppError(openAppsErrors.noOverlap)
      await repository.replaceLive(db, appId, overlapHours)
    }
    if ((await repository.countLive(db, appId)) >= maxLiveSecrets) throw new AppError(openAppsErrors.tooManySecrets)
    const secret = randomBytes(secretBytes).toString('base64url')
    const hint = secret.slice(-hintLength)
    const id = await repository.insert(db, appId, { sealed: secrets.seal(secret), hint, expireTime }, toAuthor(scope))
    const after = { name: `…${hint}`, expireTime, ...(overlapHours !== null && { overlapHours }) }
    scope.note({ entityId: appId, entityName: app.name, after })
    return { id, secret, hint }
  },
  /** Throws `secretEnded`. */
  async revoke(scope: RequestScope, appId: string, id: string) {
    const { db } = scope
    const app = await lockApp(scope, appId)
    const { hint, isLive } = orNotFound(await repository.find(db, appId, id))
    if (!isLive) throw new AppError(openAppsErrors.secretEnded)
    scope.confirm(await repository.impact(db, appId, { id, hint }))
    await repository.revoke(db, id)
    scope.note({ entityId: appId, entityName: app.name, before: { name: `…${hint}` } })
    return null
  },
})
