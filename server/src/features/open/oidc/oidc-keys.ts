import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type { Database } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { oidcKeysRepository as repository, type StoredKey } from './oidc-keys.repository.ts'

const inPlatform = { reach: 'platform' } as const
const yearSeconds = 365 * 86_400
/** Readers of the keys keep what they have read for a while, so that a new key signs nothing before. */
const learnedSeconds = 3600
/** Another node's new key is known within a minute, long before it signs. */
const believedMs = 60_000

/** A key that signs as long as no newer one has been learned stays published for so long after it. */
export const keyRetention = `delete from oidc_keys old where exists (
  select from oidc_keys newer where newer.created_at > old.created_at and newer.created_at < now() - interval '30 days')`

export type SigningKeys = {
  /** All keys that verify, the one that signs first. */
  current(): Promise<JWK[]>
}

/** Keys that sign id tokens: sealed in the database, one more each year. */
export const createSigningKeys = ({
  database,
  secrets,
}: {
  database: Database
  secrets: Pick<Secrets, 'seal' | 'unseal'>
}): SigningKeys => {
  let known: Promise<JWK[]> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const isDue = ([newest]: readonly StoredKey[]) => newest === undefined || newest.ageSeconds > yearSeconds
  const create = async () => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const sealed = secrets.seal(JSON.stringify(privateKey.export({ format: 'jwk' })))
    return database.transact(inPlatform, async (db) => {
      await repository.lock(db)
      if (isDue(await repository.list(db))) await repository.insert(db, newId(), sealed)
      return repository.list(db)
    })
  }
  const load = async (): Promise<JWK[]> => {
    const found = await database.read(inPlatform, (db) => repository.list(db))
    const stored = isDue(found) ? await create() : found
    const signing = stored.find(({ ageSeconds }) => ageSeconds >= learnedSeconds) ?? stored.at(-1)
    return [...stored]
      .sort((one, other) => Number(other === signing) - Number(one === signing))
      .map(({ id, sealed }) => ({ ...JSON.parse(secrets.unseal(sealed)), kid: id, use: 'sig', alg: 'RS256' }))
  }
  return {
    current() {
      const now = performance.now()
      if (known && now - readAt < believedMs) return known
      readAt = now
      const reading = load()
      known = reading
      reading.catch(() => {
        if (known === reading) known = undefined
      })
      return reading
    },
  }
}
