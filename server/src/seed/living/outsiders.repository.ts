import { v4 } from 'uuid'
import { loginDigest } from '../../features/people/users/index.ts'
import type { Load } from '../../kernel/db/bulk-load.ts'
import { makeCreditCode } from '../companies.ts'

type Sql = Pick<Load, 'sql'>

/** Firms that registered themselves: state of their recognition, and what was said about it. */
const firms = [
  ['杭州青禾农业科技有限公司', '沈佳', 'review', ''],
  ['成都远山文化传媒有限公司', '罗敏', 'recognized', ''],
  ['苏州恒益精密机械有限公司', '顾涛', 'rejected', '营业执照照片不清晰'],
] as const
const persons = ['林晓雨', '何建国', '苏文静', '马志远', '唐佳怡', '郑凯'] as const
const applicants = [
  ['person', '白云飞', null],
  ['person', '江雨桐', null],
  ['ent', '邵国强', '宁波海川物流有限公司'],
  ['ent', '段丽华', '昆明春城食品有限公司'],
] as const
/** Beside those of the seeded people, whose numbers begin with 154, too. */
const phone = (number: number) => `154999${String(number).padStart(5, '0')}`

/** Registers an account as the product does, with its ways to sign in. */
const addUser = async (
  { sql }: Sql,
  companyId: string,
  user: { account: string; name: string; phone: string },
  hash: string,
) => {
  const id = v4()
  await sql(`insert into users (company_id, id, account, name, phone, password_hash) values ($1, $2, $3, $4, $5, $6)`, [
    companyId,
    id,
    user.account,
    user.name,
    user.phone,
    hash,
  ])
  for (const kind of ['account', 'phone'] as const)
    await sql('insert into login_directory (kind, digest, company_id, user_id) values ($1, $2, $3, $4)', [
      kind,
      loginDigest(kind, user[kind]),
      companyId,
      id,
    ])
  return id
}

/** Far from those of the seeded companies, which are counted from zero. */
const creditCode = (at: number) => makeCreditCode('330100', 900_000 + at)

export const outsidersRepository = {
  /** Accounts of other companies, to be invited. */
  async listGuests({ sql }: Sql): Promise<string[]> {
    const found = await sql(
      `select account from users join companies on companies.id = users.company_id
       where code in ('C00002', 'C00003') and account like 'admin%' order by code`,
    )
    return found.map(({ account }) => String(account))
  },

  /** Persons and firms that registered, applicants who wait, and past visits. Takes the hash of their password. */
  async write(load: Sql, hash: string) {
    const { sql } = load
    await sql(
      `insert into companies (id, top_id, name, members) select id, id, '注册会员', true from (select gen_random_uuid() as id) as new
       where not exists (select from companies where members)`,
    )
    const [members] = await sql('select id from companies where members')
    for (const [at, name] of persons.entries())
      await addUser(load, String(members?.id), { account: `member${at + 1}`, name, phone: phone(at) }, hash)
    for (const [at, [name, legal, state, reason]] of firms.entries()) {
      const id = v4()
      await sql(`insert into companies (id, name) values ($1, $2)`, [id, name])
      await sql(
        `insert into tenants (company_id, plan_id) select $1, id from plans where builtin and code = 'standard'`,
        [id],
      )
      const account = { account: `firm${at + 1}`, name: legal, phone: phone(100 + at) }
      const admin = await addUser(load, id, account, hash)
      await sql('update companies set admin_id = $2, legal = $3, contact = $3 where id = $1', [id, admin, legal])
      await sql(
        `insert into enterprises (company_id, name, credit_code, legal, contact, state, reason, applied_at, applied_by, decided_at, decided_by)
         select $1, $2, $8, $3, $3, $4, $5, now() - make_interval(days => $6), jsonb_build_object('id', $7::text, 'name', $3::text),
           case when $4 <> 'review' then now() - interval '1 day' end,
           case when $4 <> 'review' then '{"id": "", "name": "系统管理员"}'::jsonb end`,
        [id, name, legal, state, reason, 2 + at, admin, creditCode(at)],
      )
    }
    for (const [at, [kind, name, firm]] of applicants.entries())
      await sql(
        `insert into registrations (company_id, id, kind, account, name, phone, password_hash, firm, ip, created_at)
         select id, gen_random_uuid(), $1, $2, $3, $4, $5, $6, '203.0.113.9', now() - make_interval(hours => $7)
         from companies where platform`,
        [
          kind,
          `applicant${at + 1}`,
          name,
          phone(200 + at),
          hash,
          firm && JSON.stringify({ name: firm, creditCode: creditCode(50 + at), legal: name }),
          5 + 9 * at,
        ],
      )
    await sql(
      `update base_parameters set value = '"apply"' where code = 'register.mode' and company_id = (select id from companies where platform)`,
    )
  },
}
