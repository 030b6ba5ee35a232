import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { users } from '../../people/users/index.ts'
import { type Owner, ownedBy } from './second-steps.repository.ts'

const isLive = sql<boolean>`expires_at > now()`
const selectLive = (db: Db, owner: Owner) => db.selectFrom('trusted_devices').where(ownedBy(owner)).where(isLive)

export const trustedDevicesRepository = {
  insert: (
    db: Db,
    { companyId, userId }: Owner,
    device: { id: string; tokenHash: Buffer; ip: string; agent: string; days: number },
  ) =>
    db
      .insertInto('trusted_devices')
      .values({
        company_id: companyId,
        user_id: userId,
        id: device.id,
        token_hash: device.tokenHash,
        proof_epoch: users.selectProofEpoch({ companyId, userId }),
        ip: device.ip,
        agent: device.agent,
        expires_at: sql<string>`now() + make_interval(days => ${device.days})`,
      })
      .execute(),

  isTrusted: async (db: Db, owner: Owner, tokenHash: Buffer): Promise<boolean> =>
    (await selectLive(db, owner).where('token_hash', '=', tokenHash).select('id').executeTakeFirst()) !== undefined,

  list: (db: Db, owner: Owner) =>
    selectLive(db, owner)
      .orderBy('created_at', 'desc')
      .select(['id', 'ip', 'agent', 'created_at as createTime', 'expires_at as expireTime'])
      .execute(),

  remove: (db: Db, owner: Owner, id: string) =>
    db
      .deleteFrom('trusted_devices')
      .where(ownedBy(owner))
      .where('id', '=', id)
      .returning(['ip', 'agent'])
      .executeTakeFirst(),

  removeAll: (db: Db, owner: Owner) => db.deleteFrom('trusted_devices').where(ownedBy(owner)).execute(),
}
