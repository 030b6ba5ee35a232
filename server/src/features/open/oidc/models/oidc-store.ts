import { AsyncLocalStorage } from 'node:async_hooks'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../../../../kernel/db/database.ts'
import { digest, type Secrets } from '../../../../kernel/secrets.ts'
import { type ClientFacts, factsProperty, type OidcClients } from '../clients/oidc-clients.ts'
import { findSecret, isLeaving } from '../provider/caller.ts'
import { currentContext, library } from '../provider/provider-library.ts'
import { type GrantOwner, oidcModelsRepository as repository, type StoredModel } from './oidc-models.repository.ts'
import { createPendingModels } from './pending-models.ts'
import { preparedModels } from './prepared-models.ts'
import { isOwnId, signId } from './signed-ids.ts'

/** Secrets are looked up by their hash: who reads the table cannot use what it holds. */
const toKey = (kind: string, id: string) => digest(`${kind} ${id}`)
/** What a grant is found by. */
export const toGrantKey = (grantId: string) => toKey('Grant', grantId)
const inPlatform = { reach: 'platform' } as const

type Ports = {
  database: Database
  secrets: Pick<Secrets, 'seal' | 'unseal' | 'sign' | 'isSigned'>
  clients: OidcClients
  /** Notified of the sign-in of each grant that the provider removes. */
  onGrantRemoved(sessionId: string): Promise<void>
}
export type OidcStore = ReturnType<typeof createOidcStore>

/**
 * What the provider has issued, in the database: by the hash of its secret, its content sealed, until the day after it
 * expires. Clients come from the applications.
 */
export const createOidcStore = ({ database, secrets, clients, onGrantRemoved }: Ports) => {
  const owners = new AsyncLocalStorage<GrantOwner>()
  const pending = createPendingModels(database)
  const read: Database['read'] = async (reach, work) => {
    await pending.settle()
    return database.read(reach, work)
  }
  const transact: Database['transact'] = async (reach, work) => {
    await pending.settle()
    return database.transact(reach, work)
  }

  const toPayload = (stored: StoredModel | undefined, jti?: string): AdapterPayload | undefined =>
    stored && {
      ...(JSON.parse(secrets.unseal(stored.sealed)) as AdapterPayload),
      ...(jti !== undefined && { jti }),
      ...(stored.consumed && { consumed: true }),
    }
  const modelAdapter = (kind: string): Adapter => {
    const findByUid: Adapter['findByUid'] = async (uid) =>
      toPayload(await read(inPlatform, (db) => repository.findByUid(db, toKey(`${kind} uid`, uid))))
    return {
      async upsert(id, { jti, ...rest }, expiresIn = 0) {
        const { grantId, uid, userCode } = rest
        // A device's code is changed where it was found by what a person has typed.
        const payload = userCode === undefined ? rest : { ...rest, jti }
        const second = uid ?? userCode
        const model = {
          kind,
          key: toKey(kind, id),
          sealed: secrets.seal(JSON.stringify(payload)),
          grantKey: grantId === undefined ? null : toGrantKey(grantId),
          uidKey: second === undefined ? null : toKey(`${kind} uid`, second),
          expiresAt: payload.exp ?? Math.floor(Date.now() / 1000) + expiresIn,
          owner: kind === 'Grant' ? owners.getStore() : undefined,
          issuer: String(rest.issuer ?? ''),
        }
        await pending.put(model)
      },
      async find(id) {
        if (!isOwnId(secrets, kind, id)) return undefined
        await pending.settle()
        return toPayload(await preparedModels.find(database, kind, toKey(kind, id)), id)
      },
      findByUid,
      findByUserCode: findByUid,
      async consume(id) {
        await pending.settle()
        // Of two that arrive together, one wins.
        if (!(await preparedModels.consume(database, toKey(kind, id))))
          throw new (library().errors.InvalidGrant)(`${kind} already consumed`)
      },
      destroy: (id) => transact(inPlatform, (db) => repository.remove(db, toKey(kind, id))),
      revokeByGrantId: async (grantId) =>
        void (await transact(inPlatform, (db) => repository.removeByGrant(db, kind, toGrantKey(grantId)))),
    }
  }
  const clientAdapter: Adapter = { ...modelAdapter('Client'), find: clients.find }
  const ownTokens = modelAdapter('ClientCredentials')
  /** Tokens of applications, each of which remembers the secret that it was got by, and ends with it. */
  const ownTokenAdapter: Adapter = {
    ...ownTokens,
    upsert: (id, payload, expiresIn) =>
      ownTokens.upsert(id, { ...payload, secretId: findSecret(currentContext()) }, expiresIn),
    async find(id) {
      const token = await ownTokens.find(id)
      const client = token && (await clients.find(token.clientId ?? ''))
      const { secrets: valid = [] } = (client?.[factsProperty] ?? {}) as Partial<ClientFacts>
      return valid.some((secret) => secret.id === token?.secretId) ? token : undefined
    },
  }
  const grantAdapter: Adapter = {
    ...modelAdapter('Grant'),
    async destroy(id) {
      // The provider's session knows the last grant of each application alone.
      const remove = isLeaving(currentContext()) ? repository.leave : repository.removeGrant
      const sessionId = await transact(inPlatform, (db) => remove(db, toGrantKey(id)))
      if (sessionId !== undefined) await onGrantRemoved(sessionId)
    },
  }
  const adapters: Readonly<Record<string, Adapter>> = {
    Client: clientAdapter,
    ClientCredentials: ownTokenAdapter,
    Grant: grantAdapter,
  }

  return {
    storeBeforeAnswers: pending.storeBeforeAnswers,
    signId: (kind: string, random: string) => signId(secrets, kind, random),
    adapter: (kind: string) => adapters[kind] ?? modelAdapter(kind),
    /** A token of an application, when it ends in seconds since the epoch, and the secret that it was got by. */
    async clientToken(token: string) {
      const found = await ownTokens.find(token)
      const { clientId: appKey = '', exp = 0, secretId = '' } = found ?? {}
      return found && { appKey, exp, secretId: String(secretId) }
    },
    /** Runs `work`, which saves grants of this owner. */
    grantingFor: <T>(owner: GrantOwner, work: () => Promise<T>) => owners.run(owner, work),
    ownerOfGrant: (grantId: string) => read(inPlatform, (db) => repository.findOwner(db, toGrantKey(grantId))),
    isAnyGrantLive: async (grantIds: readonly string[]) =>
      grantIds.length > 0 && read(inPlatform, (db) => repository.isAnyLive(db, grantIds.map(toGrantKey))),
  }
}
