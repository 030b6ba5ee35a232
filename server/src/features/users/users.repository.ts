import { sql, type Updateable } from 'kysely'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../kernel/db/database.ts'
import { digest } from '../../kernel/secrets.ts'
import { closedDoors, type Door } from '../companies/index.ts'

/** What somebody may be known by; each is unique on the whole platform, without regard to case. */
type LoginKind = 'account' | 'phone' | 'mail'
type ContactKind = Exclude<LoginKind, 'account'>
/** Under what the directory keeps a way somebody is known by. */
export const loginDigest = (kind: LoginKind, name: string) => digest(`${kind}:${name.toLowerCase()}`)
const contactColumns = { phone: 'phone', mail: 'email' } as const

export type Owner = { companyId: string; userId: string }
/** What an administrator says about somebody beside the ways he is known by. */
export type Details = {
  sex: number
  /** Sealed. */
  idCard: string | null
  expireTime: string | null
  remark: string
}
type NewUser = {
  companyId: string
  id: string
  account: string
  name: string
  passwordHash: string
  mustChange: boolean
  phone?: string
  email?: string
  details?: Details
  /** The administrator who adds him; nobody when he lets himself in. */
  by?: Person
}

const known = [
  'users.company_id as companyId',
  'users.id',
  'users.account',
  'users.name',
  'users.password_hash as passwordHash',
  'users.must_change_password as mustChangePassword',
  'users.password_changed_at as passwordTime',
  sql<number>`standing_of(users)`.as('status'),
  'users.phone',
  'users.email',
  'users.sms_second_step as smsSecondStep',
  'users.sign_in_notice as signInNotice',
  sql<Door>`door_of(companies, users.id)`.as('door'),
  'companies.platform',
  sql<boolean>`users.principal_id is not null`.as('outside'),
  // With platform sight; a company sees none of the others.
  sql<boolean>`exists (
    select from users member join companies working on working.id = member.company_id
    where member.principal_company_id = users.company_id and member.principal_id = users.id
      and standing_of(member) = 1 and door_of(working, member.id) in ('open', 'readOnly'))`.as('elsewhere'),
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
    .select(known)
    .executeTakeFirst()

/** Takes a name for somebody. Out: false when somebody else has it; two that come at once are told apart here. */
const takeName = async (db: Db, kind: LoginKind, name: string, { companyId, userId }: Owner): Promise<boolean> => {
  const taken = await db
    .insertInto('login_directory')
    .values({ kind, digest: loginDigest(kind, name), company_id: companyId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['kind', 'digest']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

const detailColumns = ({ sex, idCard, expireTime, remark }: Details) => ({
  sex,
  id_card: idCard,
  expire_at: expireTime,
  remark,
})

const change = (db: Db, { companyId, userId }: Owner) =>
  db.updateTable('users').where('company_id', '=', companyId).where('id', '=', userId)

export const usersRepository = {
  /** Makes an administrator's change of somebody, whose row becomes newer. */
  amend: (db: Db, owner: Owner, changed: Updateable<Tables['users']>, by: Person) =>
    change(db, owner)
      .set({ ...changed, ...stamps(by) })
      .execute(),
  detailColumns,
  /** Lets what is done about somebody take turns until the transaction ends. Out: what he is called, wherever he is. */
  hold: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .select(['account', 'name'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /** `now` is the transaction's, so that it is over for whatever is asked in it. */
  endAt: (db: Db, owner: Owner, until: string | 'now', by: Person) =>
    change(db, owner)
      .set({ expire_at: until === 'now' ? sql<string>`now()` : until, ...stamps(by) })
      .execute(),

  findByAccount: findBy('account'),
  findByPhone: findBy('phone'),
  findByMail: findBy('mail'),

  find: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('portraits', (join) =>
        join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
      )
      .where('users.company_id', '=', companyId)
      .where('users.id', '=', id)
      .select(known)
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

  /** Whether a company has anybody at all. */
  exist: async (db: Db, companyId: string) =>
    (await db.selectFrom('users').where('company_id', '=', companyId).limit(1).select('id').executeTakeFirst()) !==
    undefined,

  /** Adds a user under names nobody has. Out: false, and nothing written, when somebody has one of them. */
  async reserve(db: Db, user: NewUser): Promise<boolean> {
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
    // The directory decides, also between two that come at once; the row it refers to has to stand first.
    const named =
      (await takeName(db, 'account', user.account, owner)) &&
      (user.phone === undefined || (await takeName(db, 'phone', user.phone, owner))) &&
      (user.email === undefined || (await takeName(db, 'mail', user.email, owner)))
    if (!named)
      await db.deleteFrom('users').where('company_id', '=', user.companyId).where('id', '=', user.id).execute()
    return named
  },

  /** Binds a phone or mail address in place of the former one. Out: false, and nothing changed, when somebody else has it. */
  async bindContact(db: Db, owner: Owner, kind: ContactKind, value: string): Promise<boolean> {
    const { companyId, userId } = owner
    const own = loginDigest(kind, value)
    await db
      .deleteFrom('login_directory')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('digest', '=', own)
      .execute()
    if (!(await takeName(db, kind, value, owner))) return false
    await db
      .deleteFrom('login_directory')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('digest', '<>', own)
      .execute()
    await change(db, owner)
      .set({ [contactColumns[kind]]: value })
      .execute()
    return true
  },

  /** Takes a phone or mail address away; what hangs on the phone goes with it. */
  async unbindContact(db: Db, owner: Owner, kind: ContactKind): Promise<void> {
    await db
      .deleteFrom('login_directory')
      .where('company_id', '=', owner.companyId)
      .where('user_id', '=', owner.userId)
      .where('kind', '=', kind)
      .execute()
    await change(db, owner)
      .set({ [contactColumns[kind]]: null, ...(kind === 'phone' && { sms_second_step: false }) })
      .execute()
  },

  setPassword: (db: Db, companyId: string, id: string, passwordHash: string, mustChange = false) =>
    change(db, { companyId, userId: id })
      .set({ password_hash: passwordHash, password_changed_at: sql`now()`, must_change_password: mustChange })
      .execute(),

  setSmsSecondStep: (db: Db, companyId: string, id: string, on: boolean) =>
    change(db, { companyId, userId: id }).set({ sms_second_step: on }).execute(),

  setSignInNotice: (db: Db, companyId: string, id: string, on: boolean) =>
    change(db, { companyId, userId: id }).set({ sign_in_notice: on }).execute(),

  setProfile: (
    db: Db,
    companyId: string,
    id: string,
    profile: { name: string; sex: number; signature: string; timeZone: string },
  ) =>
    change(db, { companyId, userId: id })
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
export type KnownUser = NonNullable<Awaited<ReturnType<typeof usersRepository.findByAccount>>>

/** Whether somebody may sign in: himself in order, and the door of his company open to him, or of another he is a member of. */
export const mayEnter = (user: KnownUser | undefined): user is KnownUser =>
  user?.status === 1 && (closedDoors[user.door] === undefined || user.elsewhere)
