import type { Purpose } from '@atrium/contract/features/content/uploads/file-types.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

type Key = { companyId: string; id: string }
/** A file that arrives in parts. */
export type Arriving = {
  companyId: string
  id: string
  userId: string
  name: string
  purpose: Purpose
  published: boolean
  size: number
  /** Digest that the caller announced. */
  sha256: string | null
  by: Person
}
/** Whose lease of an upload it is. */
export type Lease = Key & { lease: string }

const leaseEnd = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`
const selectUpload = (db: Db, { companyId, id }: Key) =>
  db.selectFrom('uploads').where('company_id', '=', companyId).where('id', '=', id)
const updateUpload = (db: Db, { companyId, id }: Key) =>
  db.updateTable('uploads').where('company_id', '=', companyId).where('id', '=', id)

/** Files that arrive in parts. A request works on one while it holds its lease. */
export const partsRepository = {
  insert: (
    db: Db,
    { companyId, userId, by, ...row }: Arriving,
    lease: string,
    lifeSeconds: number,
    leaseSeconds: number,
  ) =>
    db
      .insertInto('uploads')
      .values({
        ...row,
        company_id: companyId,
        user_id: userId,
        created_by: JSON.stringify(by),
        expires_at: leaseEnd(lifeSeconds),
        lease_id: lease,
        leased_until: leaseEnd(leaseSeconds),
      })
      .execute(),

  /** An upload of a user, unless it has expired. */
  find: (db: Db, key: Key, userId: string) =>
    selectUpload(db, key)
      .where('user_id', '=', userId)
      .where('expires_at', '>', sql<string>`now()`)
      .select([
        'company_id as companyId',
        'id',
        'name',
        'size',
        'sha256',
        'received',
        'published',
        'created_at as createdAt',
      ])
      .select(['last_attempt as lastAttempt', sql<ErrorSpec | null>`refusal`.as('refusal')])
      .select([sql<Purpose>`purpose`.as('purpose'), sql<Person>`created_by`.as('by')])
      .executeTakeFirst(),

  /** Size of a file that this user added, by the id that its upload had. */
  findAdded: async (db: Db, { companyId, id }: Key, userId: string): Promise<number | undefined> =>
    (
      await db
        .selectFrom('files')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where(sql`created_by->>'id'`, '=', userId)
        .select('size')
        .executeTakeFirst()
    )?.size,

  /**
   * Notes that bytes of this lease arrived behind the first `offset` ones.
   * @returns whether it may
   */
  async advance(db: Db, { lease, ...key }: Lease, offset: number, received: number): Promise<boolean> {
    const own = updateUpload(db, key).where('lease_id', '=', lease).where('received', '=', offset)
    return (await own.set({ received, last_attempt: lease }).executeTakeFirst()).numUpdatedRows > 0n
  },

  /**
   * Keeps for an hour why an upload was refused.
   * @returns whether this lease may
   */
  async refuse(db: Db, { lease, ...key }: Lease, { code, msg }: ErrorSpec): Promise<boolean> {
    const own = updateUpload(db, key).where('lease_id', '=', lease)
    const kept = { refusal: JSON.stringify({ code, msg }), expires_at: leaseEnd(60 * 60) }
    return (await own.set(kept).executeTakeFirst()).numUpdatedRows > 0n
  },

  /** Removes an upload that `lockExpired` returned. */
  removeLocked: (db: Db, { companyId, id }: Key) =>
    db.deleteFrom('uploads').where('company_id', '=', companyId).where('id', '=', id).execute(),
  /**
   * Removes an upload.
   * @returns whether this lease might: it is there, and no other request has taken it over.
   */
  async remove(db: Db, { companyId, id, lease }: Lease): Promise<boolean> {
    const own = db.deleteFrom('uploads').where('company_id', '=', companyId).where('id', '=', id)
    return (await own.where('lease_id', '=', lease).executeTakeFirst()).numDeletedRows > 0n
  },

  /** Takes the lease of an upload unless another request has it, which is then asked to end. */
  async take(db: Db, { lease, ...key }: Lease, seconds: number): Promise<'taken' | 'wanted' | 'missing'> {
    const taken = await updateUpload(db, key)
      .where(({ or, eb }) => or([eb('lease_id', 'is', null), eb('leased_until', '<', sql<string>`now()`)]))
      .set({ lease_id: lease, leased_until: leaseEnd(seconds), lease_wanted: false })
      .executeTakeFirst()
    if (taken.numUpdatedRows > 0n) return 'taken'
    const wanted = await updateUpload(db, key).set({ lease_wanted: true }).executeTakeFirst()
    return wanted.numUpdatedRows > 0n ? 'wanted' : 'missing'
  },

  /**
   * Extends a lease.
   * @returns whether another request wants it; undefined if it is lost.
   */
  extend: async (db: Db, { lease, ...key }: Lease, seconds: number): Promise<boolean | undefined> =>
    (
      await updateUpload(db, key)
        .where('lease_id', '=', lease)
        .set({ leased_until: leaseEnd(seconds) })
        .returning('lease_wanted')
        .executeTakeFirst()
    )?.lease_wanted,

  release: (db: Db, { lease, ...key }: Lease) =>
    updateUpload(db, key).where('lease_id', '=', lease).set({ lease_id: null, leased_until: null }).execute(),

  /** Uploads that have expired and that no request works on, locked until the transaction ends. */
  lockExpired: (db: Db, most: number): Promise<Key[]> =>
    db
      .selectFrom('uploads')
      .where('expires_at', '<', sql<string>`now()`)
      .where(sql<boolean>`coalesce(leased_until < now(), true)`)
      .select(['company_id as companyId', 'id'])
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute(),

  /** Which of these keys have no row. */
  async withoutRow(db: Db, keys: readonly Key[]): Promise<Key[]> {
    const { rows } = await sql<Key>`
      select "companyId", asked.id
      from unnest(${keys.map(({ companyId }) => companyId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
        as asked ("companyId", id)
      where not exists (select from uploads where company_id = "companyId" and uploads.id = asked.id)`.execute(db)
    return rows
  },
}
