import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type { Database } from '../../../../kernel/db/database.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import { oidcKeysRepository as repository, type StoredKey } from './oidc-keys.repository.ts'

const inPlatform = { reach: 'platform' } as const
const yearSeconds = 365 * 86_400
/** Another node's new key is known within a minute, long before it signs. */
const cacheTtlMs = 60_000

export type SigningKeys = {
  /** All keys that verify, the one that signs first. */
  current(): Promise<JWK[]>
  /** A new key, sealed; not stored yet. */
  createSealed(): Promise<string>
  /** Reads the keys again, as one was added. */
  forget(): void
}

/** The newest key whose turn has come. Takes newest first. */
export const pickSigning = <K extends Pick<StoredKey, 'learned'>>(keys: readonly K[]): K | undefined =>
  keys.find(({ learned }) => learned)

/** Keys that sign id tokens: sealed in the database, one more each year, or when the operator asks for it. */
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
  const createSealed = async () => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    return secrets.seal(JSON.stringify(privateKey.export({ format: 'jwk' })))
  }
  const create = async () => {
    const sealed = await createSealed()
    return database.transact(inPlatform, async (db) => {
      await repository.lock(db)
      if (isDue(await repository.list(db))) await repository.insert(db, newId(), sealed)
      return repository.list(db)
    })
  }
  const load = async (): Promise<JWK[]> => {
    const found = await database.read(inPlatform, (db) => repository.list(db))
    const stored = isDue(found) ? await create() : found
    const signing = pickSigning(stored)
    return [...stored]
      .sort((one, other) => Number(other === signing) - Number(one === signing))
      .map(({ id, sealed }) => ({ ...JSON.parse(secrets.unseal(sealed)), kid: id, use: 'sig', alg: 'RS256' }))
  }
  return {
    createSealed,
    forget() {
      known = undefined
    },
    current() {
      const now = performance.now()
      if (known && now - readAt < cacheTtlMs) return known
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
