import type pg from 'pg'
import { asOwner } from './as-owner.ts'
import { type KeyRotation, listKeyRotations } from './key-rotations.ts'

/** What a database says of its secret keys. */
export type StoredKeys = {
  /** The fingerprint of the key that it is written with; undefined if it was written with none yet. */
  stored: string | undefined
  rotations: readonly KeyRotation[]
  store(fingerprint: string): Promise<void>
}

/**
 * Runs work with what the database says of its keys in one transaction, while no other node does. Takes the owner's
 * address of a migrated database.
 * @returns what the work returns; if it throws, nothing is stored.
 */
export const withStoredKeys = <T>(
  ownerUrl: string,
  work: (found: StoredKeys, client: pg.Client) => Promise<T>,
): Promise<T> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    // Of nodes that start together, one stores its key, and the others compare theirs.
    await client.query('select id from schema_migrations_lock for update')
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from installation_key')
    const found: StoredKeys = {
      stored: rows[0]?.fingerprint,
      rotations: await listKeyRotations(client),
      async store(fingerprint) {
        await client.query('delete from installation_key')
        await client.query('insert into installation_key (fingerprint) values ($1)', [fingerprint])
      },
    }
    const result = await work(found, client)
    await client.query('commit')
    return result
  })
