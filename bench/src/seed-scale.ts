import { randomUUID } from 'node:crypto'
import { hashPassword } from '@atrium/server/src/features/users/index.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import pg from 'pg'
import { password } from './seed.ts'

/** As the issue of access control asks for (performance.md). */
export const scale = {
  users: 1_000_000,
  largest: 200_000,
  othersEach: 1_000,
  roles: 10_000,
  elements: 500,
  /** How many of the largest company wear the one role whose change is measured. */
  wearers: 100_000,
}
const batch = 100_000
const plainRows = 2_000
const others = (scale.users - scale.largest) / scale.othersEach
/** How many elements one of the many roles holds. */
const heldByRole = 20
const everyday = 100

export type Scale = {
  company: string
  account: string
  /** Worn by `scale.wearers` people. */
  role: string
}

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹'
const given = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅建国志文斌宇浩然子涵欣怡梓轩诗雨晨曦佳琪'
/** A name of two or three characters, the same for the same number. */
const nameOf = (n: string) => `substr('${surnames}', 1 + (${n} * 7) % ${surnames.length}, 1)
  || substr('${given}', 1 + (${n} * 13) % ${given.length}, 1)
  || case when ${n} % 3 = 0 then '' else substr('${given}', 1 + (${n} / 37) % ${given.length}, 1) end`

/** The first `scale.largest` people belong to one company, the others are dealt out to the others. */
const addUsers = (client: pg.Client, from: number, count: number) =>
  client.query(
    `insert into users (company_id, id, account, name, phone, password_hash, created_at)
     select bench_companies.id, gen_random_uuid(), 'person' || n, ${nameOf('n')}, '139' || lpad(n::text, 8, '0'), '',
            now() - make_interval(secs => n)
     from generate_series($1::int, $2::int) n
     join bench_companies on at = case when n <= $3::int then 0 else 1 + n % $4::int end`,
    [from, from + count - 1, scale.largest, others],
  )

/** What is filled in one go is indexed afterwards: that is several times faster. */
const withoutIndex = async (client: pg.Client, index: string, fill: () => Promise<void>) => {
  const { rows } = await client.query('select pg_get_indexdef($1::regclass) as made', [index])
  await client.query(`drop index ${index}`)
  await fill()
  await client.query(rows[0].made)
}

const addElements = async (client: pg.Client) => {
  await client.query(
    `insert into modules (id, code, name, origin) values (gen_random_uuid(), 'benchModule', '标尺', 'custom')`,
  )
  await client.query(
    `insert into elements (id, code, module, operation, name, origin)
     select gen_random_uuid(), 'benchModule:op' || n, 'benchModule', 'op' || n, '操作' || n, 'custom'
     from generate_series(1, $1::int - (select count(*) from elements)::int) n`,
    [scale.elements],
  )
}

const addRoles = async (client: pg.Client, company: string) => {
  await client.query(
    `insert into roles (company_id, id, code, name)
     select $1, gen_random_uuid(), 'bench' || n, '角色' || n from generate_series(1, $2::int) n`,
    [company, scale.roles],
  )
  await client.query(
    `insert into role_elements (company_id, role_id, element)
     select $1, roles.id, code
     from (select id, row_number() over (order by code) at from roles where company_id = $1) roles
     join (select code, row_number() over (order by code) at, count(*) over () as all_of from elements) elements
       on (elements.at + roles.at * 7) % all_of < $2::int`,
    [company, heldByRole],
  )
}

const addWearers = async (client: pg.Client, company: string, role: string) => {
  await client.query(
    `insert into user_roles (company_id, user_id, role_id)
     select $1, id, $2 from users where company_id = $1 order by account limit $3`,
    [company, role, scale.wearers],
  )
  await client.query(
    `insert into user_roles (company_id, user_id, role_id)
     select $1, users.id, roles.id
     from (select id, row_number() over (order by account) at from users where company_id = $1) users
     join (select id, row_number() over (order by code) at from roles where company_id = $1 and id <> $2 limit $3) roles
       on roles.at = 1 + users.at % $3`,
    [company, role, everyday],
  )
}

const addReader = async (client: pg.Client, company: string, account: string) => {
  const [id, role] = [randomUUID(), randomUUID()]
  await client.query(`insert into users (company_id, id, account, name, password_hash) values ($1, $2, $3, $3, $4)`, [
    company,
    id,
    account,
    await hashPassword(password),
  ])
  await client.query(`insert into login_directory values ('account', $1, $2, $3)`, [
    digest(`account:${account}`),
    company,
    id,
  ])
  await client.query(`insert into roles (company_id, id, code, name) values ($1, $2, 'reader', '标尺')`, [
    company,
    role,
  ])
  await client.query(`insert into role_elements select $1, $2, code from elements`, [company, role])
  await client.query(`insert into role_menus select $1, $2, id from menus`, [company, role])
  await client.query(`insert into user_roles values ($1, $2, $3)`, [company, id, role])
}

/** Fills the database with what a large installation holds. In: the owner's address, and what hears of progress. */
export const seedScale = async (ownerUrl: string, say: (text: string) => void): Promise<Scale> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const company = randomUUID()
    await client.query(`insert into companies (id, name) values ($1, '标尺集团')`, [company])
    await client.query(
      `insert into companies (id, name) select gen_random_uuid(), '标尺公司' || n from generate_series(1, $1::int) n`,
      [others],
    )
    await client.query(
      `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
       select $1, gen_random_uuid(), 'bench.p' || n, '参数' || n, 'string', to_jsonb('值' || n), by, by
       from generate_series(1, $2::int) n, (select '{"id":"","name":"标尺"}'::jsonb as by) seeded`,
      [company, plainRows],
    )
    await client.query(
      `create temp table bench_companies as
      select $1::uuid as id, 0 as at union all
      select id, row_number() over (order by name) from companies where name like '标尺公司%'`,
      [company],
    )
    await client.query('create index on bench_companies (at)')
    await withoutIndex(client, 'users__name_grams', async () => {
      for (let from = 1; from <= scale.users; from += batch) {
        await addUsers(client, from, batch)
        say(`用户 ${Math.round((100 * (from + batch - 1)) / scale.users)}%`)
      }
    })
    say('正在写入角色……')
    await addElements(client)
    await addRoles(client, company)
    const { rows } = await client.query(`select id from roles where company_id = $1 and code = 'bench1'`, [company])
    const role = rows[0].id
    await addWearers(client, company, role)
    await addReader(client, company, 'scale')
    await client.query('vacuum analyze')
    return { company, account: 'scale', role }
  } finally {
    await client.end()
  }
}
