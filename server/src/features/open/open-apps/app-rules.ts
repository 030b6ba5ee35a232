import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { endpointAt } from '../../access/registry/index.ts'
import { grantsRepository } from './grants.repository.ts'
import { openAppsRepository as repository, type StoredOpenApp } from './open-apps.repository.ts'
import { scimEndpoints } from './scim-endpoints.ts'
import { scimSettingsRepository } from './scim-settings.repository.ts'

/** The application. Throws `notFound`. */
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

type Address = { method: string; path: string }
/** The product's own APIs among those that an application holds, and those that it uses to provision users. */
const heldEndpoints = async (db: Db, appId: string): Promise<Endpoint[]> => [
  ...(await grantsRepository.ownAddresses(db, appId)).flatMap((address: Address) => endpointAt(address) ?? []),
  ...((await scimSettingsRepository.isHeld(db, appId)) ? scimEndpoints : []),
]

/**
 * An application acts within its owner's rights, so that a person who controls one must not gain rights by it: they own
 * it, or may call all of its APIs themselves, for all rows and without a masked field.
 * @throws `beyondRights`
 */
export const assertCovers = (
  { userId, decide, rows, restricted, readOnly }: Actor,
  owner: StoredOpenApp['owner'],
  endpoints: readonly Endpoint[],
) => {
  if (owner?.id === userId) return
  const isWide = rows === 'all' && !restricted && !readOnly
  if (endpoints.length > 0 && !(isWide && endpoints.every((endpoint) => decide(endpoint).allowed)))
    throw new AppError(openAppsErrors.beyondRights)
}
/** The same for the APIs that the application holds, and others that it is about to hold. */
export const assertCoversApp = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  { id, owner }: Pick<StoredOpenApp, 'id' | 'owner'>,
  added: readonly Endpoint[] = [],
) => assertCovers(actor, owner, [...(await heldEndpoints(db, id)), ...added])
