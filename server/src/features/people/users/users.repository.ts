import { sql, type Updateable } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { digest } from '../../../kernel/secrets.ts'
import { type CompanyAdmission, refusalMessages } from '../../tenancy/tenants/index.ts'

/** Login names. Unique across the platform, case-insensitive. */
export type LoginKind = 'account' | 'phone' | 'mail'
export type ContactKind = Exclude<LoginKind, 'account'>
/** Digest of a login name in the directory. */
export const loginDigest = (kind: LoginKind, name: string) => digest(`${kind}:${name.toLowerCase()}`)
export const contactColumns = { phone: 'phone', mail: 'email' } as const

export type Owner = { companyId: string; userId: string }
/** Profile fields an administrator sets, apart from login names. */
export type Details = {
  sex: number
  /** Sealed. */
  idCard: string | null
  expireTime: string | null
  remark: string
}
export type NewUser = {
  companyId: string
  id: string
  account: string
  name: string
  passwordHash: string
  mustChange: boolean
  phone?: string
  email?: string
  details?: Details
  /** The administrator; absent for self-registration. */
  by?: Person
}

const loginColumns = [
  'users.company_id as companyId',
  'users.id',
  'users.account',
  'users.name',
  'users.password_hash as passwordHash',
  'users.proof_epoch as proofEpoch',
  'users.must_change_password as mustChangePassword',
  'users.password_changed_at as passwordTime',
  sql<number>`status_of(users)`.as('status'),
  'users.phone',
  'users.email',
  'users.sms_second_step as smsSecondStep',
  'users.sign_in_notice as signInNotice',
  sql<CompanyAdmission>`admission_of(companies, users.id)`.as('admission'),
  'companies.platform',
  sql<boolean>`users.principal_id is not null`.as('outside'),
  // Needs platform reach; with company reach no membership is visible.
  sql<boolean>`exists (
    select from users member join companies working on working.id = member.company_id
    where member.principal_company_id = users.company_id and member.principal_id = users.id
      and status_of(member) = 1 and admission_of(working, member.id) in ('open', 'readOnly'))`.as('elsewhere'),
] as const

const findBy = (kind: LoginKind) => (db: Db, name: string) =>
  db
    .selectFrom('login_directory as login')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'login.company_id').onRef('users.id', '=', 'login.user_id'),
    )
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('login.kind', '=', kind)
    .where('login.digest', '=', loginDigest(kind, name))
    .select(loginColumns)
    .executeTakeFirst()

const userWithPortrait = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('portraits', (join) =>
      join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
    )
    .where('users.company_id', '=', companyId)
    .where('users.id', '=', id)

/** Reserves a login name. False if it is taken; decides races. */
const reserveName = async (db: Db, kind: LoginKind, name: string, { companyId, userId }: Owner): Promise<boolean> => {
  const inserted = await db
    .insertInto('login_directory')
    .values({ kind, digest: loginDigest(kind, name), company_id: companyId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['kind', 'digest']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const detailColumns = ({ sex, idCard, expireTime, remark }: Details) => ({
  sex,
  id_card: idCard,
  expire_at: expireTime,
  remark,
})

const updateUser = (db: Db, { companyId, userId }: Owner) =>
  db.updateTable('users').where('company_id', '=', companyId).where('id', '=', userId)

export const usersRepository = {
  /** Updates a user on behalf of an administrator and increments the version. */
  amend: (db: Db, owner: Owner, changed: Updateable<Tables['users']>, by: Person) =>
    updateUser(db, owner)
      .set({ ...changed, ...updateStamps(by) })
      .execute(),
  detailColumns,
  /**
   * Locks the user row, deleted or not, until the transaction ends.
   * @returns account and name
   */
  hold: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select(['account', 'name'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /**
   * Ends all proofs of a user, half finished or kept (decision 109). A change of their password, contacts or status does
   * it by itself.
   */
  endProofs: (db: Db, owner: Owner) => updateUser(db, owner).set({ proof_epoch: sql`proof_epoch + 1` }).execute(),
  /** The number that proofs of a user carry who have just been proved in this transaction, which holds their row. */
  selectProofEpoch: ({ companyId, userId }: Owner) =>
    sql<number>`(select proof_epoch from users where company_id = ${companyId} and id = ${userId})`,
  /** `now` is the transaction time, so the account counts as expired within the transaction. */
  setExpiry: (db: Db, owner: Owner, until: string | 'now' | null, by: Person) =>
    updateUser(db, owner)
      .set({ expire_at: until === 'now' ? sql<string>`now()` : until, ...updateStamps(by) })
      .execute(),

  findByAccount: findBy('account'),
  findByPhone: findBy('phone'),
  findByMail: findBy('mail'),

  find: (db: Db, companyId: string, id: string) =>
    userWithPortrait(db, companyId, id)
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .select(loginColumns)
      .select([
        'users.sex',
        'users.signature',
        'users.time_zone as timeZone',
        'users.created_at as createTime',
        'users.version',
        'companies.name as companyName',
        'portraits.etag as portrait',
      ])
      .executeTakeFirst(),

  /** Whether a company has any user. */
  hasUsers: async (db: Db, companyId: string) =>
    (await db.selectFrom('users').where('company_id', '=', companyId).limit(1).select('id').executeTakeFirst()) !==
    undefined,

  /** Adds a user. False, with nothing written, if one of their login names is taken. */
  async addUser(db: Db, user: NewUser): Promise<boolean> {
    await db
      .insertInto('users')
      .values({
        company_id: user.companyId,
        id: user.id,
        account: user.account,
        name: user.name,
        phone: user.phone ?? null,
        email: user.email ?? null,
        ...(user.details && detailColumns(user.details)),
        ...(user.by && { created_by: JSON.stringify(user.by), updated_by: JSON.stringify(user.by) }),
        password_hash: user.passwordHash,
        must_change_password: user.mustChange,
      })
      .execute()
    const owner = { companyId: user.companyId, userId: user.id }
    // The directory decides races; its foreign key needs the row first.
    const areNamesFree =
      (await reserveName(db, 'account', user.account, owner)) &&
      (user.phone === undefined || (await reserveName(db, 'phone', user.phone, owner))) &&
      (user.email === undefined || (await reserveName(db, 'mail', user.email, owner)))
    if (!areNamesFree)
      await db.deleteFrom('users').where('company_id', '=', user.companyId).where('id', '=', user.id).execute()
    return areNamesFree
  },

  /** Replaces a phone or mail address. False, with nothing changed, if it is taken. */
  async bindContact(db: Db, owner: Owner, kind: ContactKind, value: string): Promise<boolean> {
    const { companyId, userId } = owner
    const ownDigest = loginDigest(kind, value)
    await db
      .deleteFrom('login_directory')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('digest', '=', ownDigest)
      .execute()
    if (!(await reserveName(db, kind, value, owner))) return false
    await db
      .deleteFrom('login_directory')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('digest', '<>', ownDigest)
      .execute()
    await updateUser(db, owner)
      .set({ [contactColumns[kind]]: value })
      .execute()
    return true
  },

  /**
   * Makes the login names of a user those of its row.
   * @returns the kind of one that is taken
   */
  async takeNames(db: Db, owner: Owner): Promise<LoginKind | undefined> {
    const { companyId, userId } = owner
    const own = db.deleteFrom('login_directory').where('company_id', '=', companyId).where('user_id', '=', userId)
    await own.execute()
    const { account, phone, email } = await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select(['account', 'phone', 'email'])
      .executeTakeFirstOrThrow()
    const names = { account, phone, mail: email } as const
    for (const kind of ['account', 'phone', 'mail'] as const) {
      const name = names[kind]
      if (name !== null && !(await reserveName(db, kind, name, owner))) return kind
    }
    return undefined
  },

  /** Reserves the accounts of all users of companies, which must be free. */
  async reserveAccounts(db: Db, companies: readonly string[]): Promise<void> {
    await sql`insert into login_directory (kind, digest, company_id, user_id)
      select 'account', sha256(convert_to('account:' || lower(account), 'UTF8')), company_id, id from users
      where company_id = any(${companies}::uuid[])`.execute(db)
  },

  setPassword: (db: Db, companyId: string, id: string, passwordHash: string, mustChange = false) =>
    updateUser(db, { companyId, userId: id })
      .set({ password_hash: passwordHash, password_changed_at: sql`now()`, must_change_password: mustChange })
      .execute(),

  setSmsSecondStep: (db: Db, companyId: string, id: string, on: boolean) =>
    updateUser(db, { companyId, userId: id }).set({ sms_second_step: on }).execute(),

  setSignInNotice: (db: Db, companyId: string, id: string, on: boolean) =>
    updateUser(db, { companyId, userId: id }).set({ sign_in_notice: on }).execute(),

  setProfile: (
    db: Db,
    companyId: string,
    id: string,
    profile: { name: string; sex: number; signature: string; timeZone: string },
  ) =>
    updateUser(db, { companyId, userId: id })
      .set({
        name: profile.name,
        sex: profile.sex,
        signature: profile.signature,
        time_zone: profile.timeZone,
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .execute(),
}
export type LoginUser = NonNullable<Awaited<ReturnType<typeof usersRepository.findByAccount>>>

/** Whether a user can sign in: active, and admitted by their own company or by one they are a member of. */
export const canSignIn = (user: LoginUser | undefined): user is LoginUser =>
  user?.status === 1 && (refusalMessages[user.admission] === undefined || user.elsewhere)
