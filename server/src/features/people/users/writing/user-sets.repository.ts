import { sql } from 'kysely'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import {
  type ContactKind,
  contactColumns,
  type Details,
  detailColumns,
  type LoginKind,
  loginDigest,
  type NewUser,
  type Owner,
} from '../users.repository.ts'

export type LoginName = { kind: LoginKind; name: string }
/** The same for names that sign the same user in. */
export const nameKey = (kind: LoginKind, name: string) => `${kind}:${name.toLowerCase()}`
export type ContactChange = { userId: string; kind: ContactKind; name: string }
/** What an edit sets, apart from login names. */
export type Amendment = Omit<Details, 'idCard'> & { userId: string; name: string; idCard: string | null | undefined }

/** `transact` tries again: what was checked has been overtaken. */
const serializationFailure = '40001'
/** Reserves login names that were free a moment ago. */
const reserveNames = async (db: Db, companyId: string, names: readonly (LoginName & { userId: string })[]) => {
  if (names.length === 0) return
  const digests = names.map(({ kind, name }) => loginDigest(kind, name).toString('hex'))
  const { numAffectedRows = 0n } = await sql`insert into login_directory (kind, digest, company_id, user_id)
    select kind, decode(digest, 'hex'), ${companyId}::uuid, user_id
    from unnest(${names.map(({ kind }) => kind)}::text[], ${digests}::text[],
      ${names.map(({ userId }) => userId)}::uuid[]) as reserved (kind, digest, user_id)
    on conflict (kind, digest) do nothing`.execute(db)
  if (numAffectedRows < BigInt(names.length))
    throw Object.assign(new Error('a login name was taken meanwhile'), { code: serializationFailure })
}

/** Writes of many users, one statement for all of them. Login names need platform reach. */
export const userSetsRepository = {
  /** Who uses these login names, as keys of `nameKey`. */
  async ownersOfNames(db: Db, names: readonly LoginName[]): Promise<ReadonlyMap<string, Owner>> {
    if (names.length === 0) return new Map()
    const digests = names.map(({ kind, name }) => loginDigest(kind, name).toString('hex'))
    const asked = new Map(names.map(({ kind, name }, at) => [digests[at] ?? '', nameKey(kind, name)]))
    const found = await sql<Owner & { digest: string }>`
      select login.company_id as "companyId", login.user_id as "userId", asked.digest
      from unnest(${names.map(({ kind }) => kind)}::text[], ${digests}::text[]) as asked (kind, digest)
        join login_directory login on login.kind = asked.kind and login.digest = decode(asked.digest, 'hex')`.execute(
      db,
    )
    return new Map(
      found.rows.map(({ digest: hex, companyId, userId }) => [asked.get(hex) ?? '', { companyId, userId }]),
    )
  },

  /** Adds users with one statement for all. Their login names must be free: after a collision `transact` tries again. */
  async addUsers(db: Db, companyId: string, users: readonly Omit<NewUser, 'companyId'>[], by: Person) {
    const person = JSON.stringify(by)
    const rows = users.map(({ details, ...user }) => ({ ...user, ...(details && detailColumns(details)) }))
    const all = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name] ?? null)
    await sql`insert into users (company_id, id, account, name, phone, email, password_hash, must_change_password, sex,
        id_card, expire_at, remark, created_by, updated_by)
      select ${companyId}::uuid, id, account, name, phone, email, password_hash, must_change, coalesce(sex, 0), id_card,
        expire_at, coalesce(remark, ''), ${person}::jsonb, ${person}::jsonb
      from unnest(${all('id')}::uuid[], ${all('account')}::text[], ${all('name')}::text[], ${all('phone')}::text[],
        ${all('email')}::text[], ${all('passwordHash')}::text[], ${all('mustChange')}::boolean[],
        ${all('sex')}::smallint[], ${all('id_card')}::text[], ${all('expire_at')}::timestamptz[],
        ${all('remark')}::text[]) as added (id, account, name, phone, email, password_hash, must_change, sex, id_card,
          expire_at, remark)`.execute(db)
    await reserveNames(
      db,
      companyId,
      users.flatMap(({ id, account, phone, email }) => [
        { userId: id, kind: 'account', name: account },
        ...(phone === undefined ? [] : [{ userId: id, kind: 'phone' as const, name: phone }]),
        ...(email === undefined ? [] : [{ userId: id, kind: 'mail' as const, name: email }]),
      ]),
    )
  },

  /**
   * Replaces or, with an empty one, removes phones and mail addresses, which must be free as with `addUsers`. Without a
   * phone, the SMS second step is off.
   */
  async bindContacts(db: Db, companyId: string, changes: readonly ContactChange[]) {
    if (changes.length === 0) return
    const asked = changes.map(({ name, ...change }) => ({
      ...change,
      name: name === '' ? null : name,
      digest: name === '' ? null : loginDigest(change.kind, name).toString('hex'),
    }))
    const rows = sql`json_to_recordset(${JSON.stringify(asked)}::json)
      as changed ("userId" uuid, kind text, name text, digest text)`
    await sql`delete from login_directory login using ${rows}
      where login.company_id = ${companyId}::uuid and login.user_id = changed."userId" and login.kind = changed.kind
      `.execute(db)
    await reserveNames(
      db,
      companyId,
      changes.filter(({ name }) => name !== ''),
    )
    for (const kind of ['phone', 'mail'] as const) {
      const column = sql.ref(contactColumns[kind])
      const and = kind === 'phone' ? sql`, sms_second_step = sms_second_step and changed.name is not null` : sql``
      if (changes.some((change) => change.kind === kind))
        await sql`update users set ${column} = changed.name ${and} from ${rows}
          where company_id = ${companyId}::uuid and id = changed."userId" and changed.kind = ${kind}`.execute(db)
    }
  },

  /** Updates users on behalf of an administrator; an ID card number that is `undefined` stays. */
  async amendAll(db: Db, companyId: string, changes: readonly Amendment[], by: Person) {
    const rows = changes.map((change) => ({ ...change, keepsIdCard: change.idCard === undefined }))
    await sql`update users set name = changed.name, sex = changed.sex, remark = changed.remark,
        expire_at = changed."expireTime", id_card = case when changed."keepsIdCard" then id_card else changed."idCard" end,
        updated_by = ${JSON.stringify(by)}::jsonb, updated_at = now(), version = version + 1
      from json_to_recordset(${JSON.stringify(rows)}::json) as changed ("userId" uuid, name text, sex smallint,
        remark text, "expireTime" timestamptz, "idCard" text, "keepsIdCard" boolean)
      where company_id = ${companyId}::uuid and id = changed."userId"`.execute(db)
  },
}
