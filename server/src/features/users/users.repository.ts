import type { Db } from '../../kernel/db/database.ts'
import { digest } from '../../kernel/secrets.ts'

/** Accounts are told apart without regard to case, on the whole platform. */
const accountDigest = (account: string) => digest(`account:${account.toLowerCase()}`)

export const usersRepository = {
  findByAccount: (db: Db, account: string) =>
    db
      .selectFrom('login_directory as login')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'login.company_id').onRef('users.id', '=', 'login.user_id'),
      )
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('login.kind', '=', 'account')
      .where('login.digest', '=', accountDigest(account))
      .select([
        'users.company_id as companyId',
        'users.id',
        'users.name',
        'users.password_hash as passwordHash',
        'users.must_change_password as mustChangePassword',
        'users.status',
        'companies.status as companyStatus',
      ])
      .executeTakeFirst(),

  find: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('portraits', (join) =>
        join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
      )
      .where('users.company_id', '=', companyId)
      .where('users.id', '=', id)
      .select([
        'users.id',
        'users.account',
        'users.name',
        'users.phone',
        'users.email',
        'users.password_hash as passwordHash',
        'users.must_change_password as mustChangePassword',
        'users.password_changed_at as passwordTime',
        'companies.name as companyName',
        'companies.platform',
        'portraits.etag as portrait',
      ])
      .executeTakeFirst(),

  /** Whether a company has anybody at all. */
  exist: async (db: Db, companyId: string) =>
    (await db.selectFrom('users').where('company_id', '=', companyId).limit(1).select('id').executeTakeFirst()) !==
    undefined,

  /** Adds a user under an account nobody has. Out: false, and nothing written, when somebody has it. */
  async reserve(
    db: Db,
    user: { companyId: string; id: string; account: string; name: string; passwordHash: string; mustChange: boolean },
  ): Promise<boolean> {
    await db
      .insertInto('users')
      .values({
        company_id: user.companyId,
        id: user.id,
        account: user.account,
        name: user.name,
        password_hash: user.passwordHash,
        must_change_password: user.mustChange,
      })
      .execute()
    const reserved = await db
      .insertInto('login_directory')
      .values({ kind: 'account', digest: accountDigest(user.account), company_id: user.companyId, user_id: user.id })
      .onConflict((conflict) => conflict.columns(['kind', 'digest']).doNothing())
      .returning('user_id')
      .executeTakeFirst()
    // The directory decides, also between two that come at once; the row it refers to has to stand first.
    if (!reserved) {
      await db.deleteFrom('users').where('company_id', '=', user.companyId).where('id', '=', user.id).execute()
      return false
    }
    return true
  },

  setPassword: (db: Db, companyId: string, id: string, passwordHash: string) =>
    db
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: new Date().toISOString(), must_change_password: false })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
}
