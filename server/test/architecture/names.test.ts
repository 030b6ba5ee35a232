import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { compareNames } from '@atrium/contract/kernel/compare-names.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { createNoticeStage } from '../notice-stage.ts'
import { expectOnly } from './expect-only.ts'

const root = path.join(import.meta.dirname, '../../..')
/** Files that sort something else by a column called name, or do not show the order. */
const otherOrders = {
  'server/src/kernel/jobs/queue-state.ts': 'names of queues in the code',
  'server/src/kernel/jobs/schedules.repository.ts': 'names of schedules in the code',
  'server/src/kernel/nodes.ts': 'names of nodes and migrations, for operators',
  'server/src/kernel/db/migrations/older-nodes.ts': 'names of nodes, in a message for the operator',
  'server/src/features/access/authorization/administrators.repository.ts':
    'mails go to all of them, and the rows are distinct by the plain columns',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const sorted =
  '2号 10号 amy Amy bob Carl Emil Émile Öst Zoe 阿宝 曾三 重庆 李四 李一 王五 王五2 王五10 张三 赵六 Борис'.split(' ')
const names = sorted.toReversed()

describe('names', () => {
  it('are sorted alike wherever they are sorted', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/src/**/*.ts'], { cwd: root })
    const plain = String(files)
      .split('\n')
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => {
        const text = readFileSync(path.join(root, file), 'utf8')
        const ordered = [...text.matchAll(/\border by ([^`\n]*)/g)].map(([, columns = '']) =>
          columns.replace(/coalesce\([^)]*\)/g, ''),
        )
        return (
          /\.orderBy\('(\w+\.)?(name|title)'/.test(text) ||
          ordered.some((columns) => /(^|[ .])(name|title)(?! collate by_name)(,|\)|$| (asc|desc|limit))/.test(columns))
        )
      })
    expectOnly(plain, otherOrders)
  })

  it('are compared in the code as the database does', () => {
    expect(names.toSorted(compareNames)).toEqual(sorted)
  })

  it('stand in a list as readers of all languages expect, page by page', async () => {
    const companyId = await buildCompany(app, '拼音公司')
    const permissions = 'sysUsers:list sysPosts:list sysPosts:add sysNews:list sysNews:add'.split(' ')
    const token = await app.signIn(await buildUser(app, { companyId, permissions }))
    for (const name of names) {
      const { id } = await buildUser(app, { companyId })
      await app.sql('update users set name = $1 where id = $2', [name, id])
    }
    for (const [n, name] of names.entries())
      expect((await app.call(postsContract.create, { body: { name, code: `p${n}`, level: 0 } }, token)).code).toBe(0)
    const { add } = createNoticeStage(app)
    for (const title of names) await add({ title }, token)
    for (const list of [usersContract.list, postsContract.list] as const) {
      const found: string[] = []
      for (let page = 1; page <= 8; page += 1) {
        const { data = [] } = await app.call(list, { query: { page, size: 4, sort: 'name' } }, token)
        found.push(...data.map(({ name }) => name))
      }
      expect(found.filter((name) => names.includes(name))).toEqual(sorted)
    }
    const { data = [] } = await app.call(noticesContract.list, { query: { size: 100, sort: 'title' } }, token)
    expect(data.map(({ title }) => title)).toEqual(sorted)
  })

  it('are read by an index in lists of many', async () => {
    const companyId = await buildCompany(app, '大公司')
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash)
       select $1, gen_random_uuid(), 'by-name-' || n, chr(20000 + n % 2000) || n, ''
       from generate_series(1, 3000) n`,
      [companyId],
    )
    await app.sql('analyze users')
    const plan = await app.sql(
      `explain select id from users where company_id = '${companyId}' and deleted_at is null
       order by name collate by_name, id limit 20`,
    )
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('users__names')
  })
})
