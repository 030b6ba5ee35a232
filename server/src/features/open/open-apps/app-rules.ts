import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { grantsRepository } from './grants.repository.ts'
import { openAppsRepository as repository, type StoredOpenApp } from './open-apps.repository.ts'
import { scimEndpoints } from './scim-endpoints.ts'
import { scimSettingsRepository } from './scim-settings.repository.ts'
import { scimTokensRepository } from './scim-tokens.repository.ts'
import { secretsRepository } from './secrets.repository.ts'

/**
 * The application.
 * @throws `notFound`
 */
export const findApp = async ({ db }: Pick<RequestScope, 'db'>, id: string): Promise<StoredOpenApp> =>
  orNotFound(await repository.find(db, id))
/** The application, locked until the transaction ends. */
export const lockApp = async ({ db }: Pick<RequestScope, 'db'>, id: string): Promise<StoredOpenApp> => {
  await repository.lockRow(db, id)
  return findApp({ db }, id)
}

/** Throws for a time that is over. */
export const assertFuture = (time: string | null, field = 'expireTime') => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(openAppsErrors.expiryPassed, field)
}

/** The product's own APIs among those that an application holds. */
const grantedEndpoints = async ({ endpointAt }: Catalogue, db: Db, appId: string): Promise<Endpoint[]> =>
  (await grantsRepository.ownAddresses(db, appId)).flatMap((address) => endpointAt(address) ?? [])
/** The same with those that it uses to provision users. */
const heldEndpoints = async (catalogue: Catalogue, db: Db, appId: string): Promise<Endpoint[]> => [
  ...(await grantedEndpoints(catalogue, db, appId)),
  ...((await scimSettingsRepository.isHeld(db, appId)) ? scimEndpoints : []),
]

/** Whether a person may make all of these calls, for all rows and without a masked field. */
const covers = ({ decide, rows, restricted, readOnly }: Actor, endpoints: readonly Endpoint[]): boolean =>
  endpoints.length === 0 ||
  (rows === 'all' && !restricted && !readOnly && endpoints.every((endpoint) => decide(endpoint).allowed))

/**
 * An application acts within its owner's rights, so that a person who controls one must not gain rights by it: they own
 * it, or may call all of its APIs themselves, for all rows and without a masked field.
 * @throws `beyondRights`
 */
export const assertCovers = (actor: Actor, owner: StoredOpenApp['owner'], endpoints: readonly Endpoint[]) => {
  if (owner?.id !== actor.userId && !covers(actor, endpoints)) throw new AppError(openAppsErrors.beyondRights)
}
/** The same for the APIs that the application holds. */
export const assertCoversApp = async (
  catalogue: Catalogue,
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  { id, owner }: Pick<StoredOpenApp, 'id' | 'owner'>,
) => assertCovers(actor, owner, await heldEndpoints(catalogue, db, id))

type Holding = { apis?: readonly Endpoint[]; provisions?: boolean }
type Making = { db: Db; actor: Actor; findCaller: FindCaller }
/**
 * Who has made a secret knows it, and does with it what the application may do: so of each valid one, the maker is its
 * owner, the caller, or a person whose present rights cover what it is about to hold.
 * @throws `unfitSecret` and `unfitToken`
 */
export const assertMakersCover = async (
  { db, actor, findCaller }: Making,
  { id, owner }: Pick<StoredOpenApp, 'id' | 'owner'>,
  { apis = [], provisions = false }: Holding,
) => {
  const { companyId } = actor
  const known = new Set([owner?.id, actor.userId])
  const assertAll = async (makers: readonly string[], endpoints: readonly Endpoint[], refusal: ErrorSpec) => {
    for (const userId of makers.filter((maker) => !known.has(maker))) {
      const maker = await findCaller(companyId, { companyId, userId, sessionId: null })
      if ('refusal' in maker || !covers(maker, endpoints)) throw new AppError(refusal)
    }
  }
  if (apis.length > 0) await assertAll(await secretsRepository.makers(db, id), apis, openAppsErrors.unfitSecret)
  if (provisions) await assertAll(await scimTokensRepository.makers(db, id), scimEndpoints, openAppsErrors.unfitToken)
}
/** The same for all that the application holds, once it has another owner. */
export const assertMakersCoverApp = async (
  catalogue: Catalogue,
  making: Making,
  app: Pick<StoredOpenApp, 'id' | 'owner'>,
) =>
  assertMakersCover(making, app, {
    apis: await grantedEndpoints(catalogue, making.db, app.id),
    provisions: await scimSettingsRepository.isHeld(making.db, app.id),
  })
