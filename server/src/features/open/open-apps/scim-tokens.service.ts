import { appScimErrors } from '@atrium/contract/features/open/open-apps/app-scim.errors.ts'
import { maxLiveScimTokens } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import type { SecretCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import { assertCovers, assertFuture, lockApp } from './app-rules.ts'
import { scimEndpoints } from './scim-endpoints.ts'
import { newScimToken } from './scim-token.ts'
import { scimTokensRepository as repository } from './scim-tokens.repository.ts'

const hintLength = 4

/** Tokens of applications that provision users. One is replied once, when it is created, and kept as a digest. */
export const createScimTokens = (secrets: Pick<Secrets, 'sign' | 'isSigned'>) => ({
  /** Throws `beyondRights`, `expiryPassed`, `noOverlap` and `tooManyTokens`. */
  async create(scope: RequestScope, appId: string, { expireTime, overlapHours }: SecretCreate) {
    const { db } = scope
    const app = await lockApp(scope, appId)
    assertCovers(scope.actor, app.owner, scimEndpoints)
    assertFuture(expireTime)
    if (overlapHours !== null) {
      if ((await repository.countLive(db, appId)) === 0) throw new AppError(appScimErrors.noOverlap)
      await repository.replaceLive(db, appId, overlapHours)
    }
    if ((await repository.countLive(db, appId)) >= maxLiveScimTokens) throw new AppError(appScimErrors.tooManyTokens)
    const token = newScimToken(secrets)
    const hint = token.slice(-hintLength)
    const id = await repository.insert(db, appId, { digest: digest(token), hint, expireTime }, toAuthor(scope))
    const after = { name: `…${hint}`, expireTime, ...(overlapHours !== null && { overlapHours }) }
    scope.note({ entityId: appId, entityName: app.name, after })
    return { id, token, hint }
  },
  /** Throws `tokenEnded`. */
  async revoke(scope: RequestScope, appId: string, id: string) {
    const { db } = scope
    const app = await lockApp(scope, appId)
    const { hint, lastTime, isLive } = orNotFound(await repository.find(db, appId, id))
    if (!isLive) throw new AppError(appScimErrors.tokenEnded)
    scope.confirm({ hint, lastTime, remaining: (await repository.countLive(db, appId)) - 1 })
    await repository.revoke(db, id)
    scope.note({ entityId: appId, entityName: app.name, before: { name: `…${hint}` } })
    return null
  },
})
