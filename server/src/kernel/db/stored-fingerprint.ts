import { asOwner } from './as-owner.ts'

/** The fingerprint of the secret key that a database was written with; undefined if it was written with none yet. */
export type StoredFingerprint = { stored: string | undefined; store(fingerprint: string): Promise<void> }

/**
 * Runs work with the database's fingerprint in one transaction, while no other node does. Takes the owner's address of
 * a migrated database.
 * @returns what the work returns; if it throws, nothing is stored.
 */
export const withFingerprint = <T>(ownerUrl: string, work: (found: StoredFingerprint) => Promise<T>): Promise<T> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    // Of nodes that start together, one stores its key, and the others compare theirs.
    await client.query('select id from schema_migrations_lock for update')
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from installation_key')
    const result = await work({
      stored: rows[0]?.fingerprint,
      async store(fingerprint) {
        await client.query('delete from installation_key')
        await client.query('insert into installation_key (fingerprint) values ($1)', [fingerprint])
      },
    })
    await client.query('commit')
    return result
  })
