import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import type { Row } from '@atrium/server/src/kernel/workbooks/workbook.ts'
import { writeWorkbook } from '@atrium/server/src/kernel/workbooks/write-workbook.ts'

const titles = '账号 姓名 手机号 邮箱 身份证号 性别 组织 岗位 职务 角色 到期时间 备注'.split(' ')
const organizations = 20
const batchSize = 1_000
const [surnames, names] = ['王李张刘陈杨赵黄周吴', '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平']
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

const makeIdCard = (n: number) => {
  const day = new Date(Date.UTC(1960, 0, 1 + (n % 14_000))).toISOString().slice(0, 10).replaceAll('-', '')
  const digits = `110101${day}${String(n % 1000).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + '10X98765432'[sum % 11]
}
const person = (n: number): Row => [
  `bench_${n}`,
  `${surnames[n % 10]}${names[n % 20]}${names[Math.floor(n / 20) % 20]}`,
  `1${7_000_000_000 + n}`,
  `bench${n}@example.com`,
  makeIdCard(n),
  n % 2 === 0 ? '男' : '女',
  `标尺公司 / 标尺部${n % organizations}`,
  '标尺岗位',
  n % 50 === 0 ? '负责人' : '成员',
  '标尺角色',
  '2031-12-31 18:00:00',
  `第 ${n} 人`,
]
const batches = function* (count: number) {
  for (let from = 0; from < count; from += batchSize)
    yield Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => person(from + at))
}

/** A workbook of people with twelve columns, for a company that `prepareCompany` has prepared. */
export const writePeople = (file: string, count: number) =>
  pipeline(
    writeWorkbook([
      { name: '用户', columns: titles.map((title) => ({ title, format: 'text' })), rows: batches(count) },
    ]),
    createWriteStream(file),
  )

/** What the rows refer to, and room for them. */
export const prepareCompany = (ownerUrl: string, company: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query('update tenants set most_users = 10000000 where company_id = $1', [company])
    await client.query(
      `with top as (select gen_random_uuid() as id), below as (select top.id as parent, gen_random_uuid() as id, n
         from top, generate_series(0, $2::int - 1) n)
       insert into orgs (company_id, id, parent_id, path, name, sort)
       select $1::uuid, id, null, '/' || id || '/', '标尺公司', 0 from top
       union all select $1, id, parent, '/' || parent || '/' || id || '/', '标尺部' || n, n from below`,
      [company, organizations],
    )
    await client.query(
      `insert into posts (company_id, id, name, code, created_by, updated_by)
       values ($1, gen_random_uuid(), '标尺岗位', 'bench', '{}', '{}')`,
      [company],
    )
    await client.query(
      `insert into roles (company_id, id, name, code) values ($1, gen_random_uuid(), '标尺角色', 'bench')`,
      [company],
    )
    await client.query('vacuum analyze')
  })
