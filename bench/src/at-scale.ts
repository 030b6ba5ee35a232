import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'
import { progressBar } from '@atrium/server/src/seed/progress-bar.ts'
import { cookieOf, signIn } from './calls.ts'
import { startServer } from './child.ts'
import { decisionMicroseconds } from './decision-of-rights.ts'
import { judged } from './goals.ts'
import { layGround } from './ground.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measured, median, middle } from './measured.ts'
import { pgbench } from './pgbench.ts'
import { addLogRows, addRights, full, logRows, type Seeded, scale, seedScale, small } from './seed-scale.ts'
import { printTable, round } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS || 5)
const at = 16
/** How often each is asked; its figures are the middle ones. */
const rounds = 3
type Asked = Readonly<Record<string, string>>
type Found = Record<string, Measured>

const page = (path: string, query: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ page: '1', size: '10', ...query })}`
const users = page(usersContract.list.path)
const searched = (search: string) => page(usersContract.list.path, { search })

/** It finds one company of the small ground and a full page of the large one: how it grows says more of the page than of the ground. */
const manyCompanies = '切换搜索'
/** What the platform's administrator asks: of all companies, and a list as plain as any. */
const ofPlatform: Asked = {
  [manyCompanies]: page(companiesContract.list.path, { search: '云帆' }),
  '切换搜索 一家': page(companiesContract.list.path, { search: 'C00001' }),
  // Ten on either ground.
  '切换搜索 一页': page(companiesContract.list.path, { search: 'C0001' }),
  公司列表: page(companiesContract.list.path),
  普通列表: firstPage,
}
/** What is asked of the largest company, whatever its size. */
const ofLargest = ({ organization }: Seeded): Asked => ({
  组织展开: page(organizationsContract.list.path, { parent: organization }),
  用户列表: users,
})
/** What is asked of it with many rights and people. */
const ofMany = ({ phone }: Seeded, role: string): Asked => ({
  授权: sessionContract.grants.path,
  角色列表: page(rolesContract.list.path),
  角色成员: page(addressed(rolesContract.members, role)),
  '搜索 两字姓名': searched('王芳'),
  '搜索 常见姓': searched('王'),
  '搜索 常见名': searched('伟'),
  '搜索 三字姓名': searched('王芳娜'),
  '搜索 账号': searched('wangfang'),
  '搜索 常见账号开头': searched('wang'),
  '搜索 手机号': searched(phone),
  '搜索 没有的': searched('龘龘'),
})
/** The newest page of the operation log and the oldest one, both found by key. */
const ofLog: Asked = {
  操作日志首页: `${operationLogsContract.operations.path}?size=10`,
  操作日志末页: `${operationLogsContract.operations.path}?size=10&after=11`,
}
/** How often the dry run is asked for: each looks at everybody who wears the role. */
const dryRuns = 5

const say = (text: string) => process.stdout.write(`${text}\n`)
const addressed = ({ path }: { path: string }, id: string) => path.replace(':id', id)

/** What taking half of its elements from the role that most people wear would do, asked but not done. In milliseconds. */
const dryRunMs = async (base: string, token: string, role: string) => {
  const headers = { 'content-type': 'application/json', token, cookie: cookieOf(token) }
  const read = async (url: string) =>
    (await (await fetch(base + url, { headers })).json()) as { data: { elems: string[]; version: number } }
  const { data } = await read(addressed(rolesContract.grants, role))
  const ids = data.elems.slice(0, data.elems.length / 2)
  const body = JSON.stringify({ ids, version: data.version })
  const times: number[] = []
  for (let n = 0; n < dryRuns; n += 1) {
    const began = performance.now()
    const answer = await fetch(`${base}${addressed(rolesContract.updateElements, role)}?dryRun=1`, {
      method: 'PUT',
      headers,
      body,
    })
    const { data: shown } = (await answer.json()) as { data: { impact: { affectedUsers: number } } }
    times.push(performance.now() - began)
    if (shown.impact.affectedUsers !== scale.wearers) throw new Error(`${shown.impact.affectedUsers} 人受影响`)
  }
  return median(times)
}

/** A server over so many companies and people, and what it answers at what price. */
const onGround = async <T>(
  wanted: typeof full,
  work: (on: {
    seeded: Seeded
    /** One question after the other, by that account. */
    ask(questions: Asked, account: string): Promise<Found>
    call(account: string): Promise<{ url: string; token: string }>
    /** The plain list in pgbench, with the same SQL: transactions a second. */
    pgbench(): Promise<number | undefined>
    ownerUrl: string
  }) => Promise<T>,
): Promise<T> => {
  const { folder, postgres, env, clear } = await layGround()
  try {
    // The product makes the tables and the registry.
    await (await startServer('server/src/main.ts', env, '/readyz')).stop()
    say(`正在写入 ${wanted.companies} 家企业、${wanted.users} 人……`)
    const seeded = await seedScale(postgres.url, wanted, progressBar(process.stdout))
    const product = await startServer('server/src/main.ts', env, '/readyz')
    const call = async (account: string) => ({ url: product.url, token: (await signIn(product.url, account)).token })
    const ask = async (questions: Asked, account: string) => {
      const { url, token } = await call(account)
      const found: Found = {}
      for (const [question, address] of Object.entries(questions)) {
        say(`正在测量：${question}……`)
        await warm(url + address, token, at)
        found[question] = await measured(product.pid, folder, () => hammer(url + address, token, at, seconds))
      }
      return found
    }
    const yardstick = async () => pgbench(await ensureServingLogin(postgres.url), seeded.platform, folder, at, seconds)
    return await work({ seeded, ask, call, pgbench: yardstick, ownerUrl: postgres.url })
  } finally {
    await clear()
  }
}
type Ground = Parameters<Parameters<typeof onGround<unknown>>[1]>[0]

/** Asks several in turns, for the machine is not equally fast from one minute to the next. Out: of each the middle of its rounds. */
const inTurns = async (askers: readonly (() => Promise<Found>)[]): Promise<Found[]> => {
  const all: Found[][] = askers.map(() => [])
  for (let round = 0; round < rounds; round += 1) for (const [n, ask] of askers.entries()) all[n]?.push(await ask())
  return all.map((found) =>
    Object.fromEntries(
      Object.keys(found[0] ?? {}).map((question) => [question, middle(found.map((of) => of[question] as Measured))]),
    ),
  )
}
const curve =
  ({ seeded, ask }: Ground) =>
  async () => ({ ...(await ask(ofPlatform, 'admin')), ...(await ask(ofLargest(seeded), seeded.account)) })

/** What only the large ground is asked: much is written for it first. */
const beyondCurve = async ({ seeded, ask, call, ownerUrl }: Ground) => {
  say('正在写入角色……')
  const role = await addRights(seeded, ownerUrl)
  const [rights] = await inTurns([() => ask(ofMany(seeded, role), seeded.account)])
  say(`正在写入 ${logRows} 行操作日志……`)
  await addLogRows(seeded, ownerUrl)
  const [log] = await inTurns([() => ask(ofLog, 'admin')])
  say('正在测量：授权变更预览……')
  const { url, token } = await call(seeded.account)
  return { found: { ...rights, ...log }, previewMs: await dryRunMs(url, token, role) }
}

const { few, many } = await onGround(small, (little) =>
  onGround(full, async (large) => {
    const [fewFound = {}, manyFound = {}] = await inTurns([curve(little), curve(large)])
    const transactions = { few: (await little.pgbench()) ?? Number.NaN, many: (await large.pgbench()) ?? Number.NaN }
    const { found, previewMs } = await beyondCurve(large)
    return {
      few: { found: fewFound, transactions: transactions.few },
      many: { found: { ...manyFound, ...found }, transactions: transactions.many, previewMs },
    }
  }),
)

const of = (found: Found, question: string): Measured => found[question] as Measured
const p99 = (question: string) => of(many.found, question).p99
printTable(
  `${full.companies} 家企业、${full.users} 人，最大的企业 ${full.users / 5} 人、${scale.roles} 个角色，${scale.elements} 个元素，并发 ${at}`,
  Object.entries(many.found).map(([question, { perSecond, p50, p99: slowest, server, database }]) => ({
    项目: question,
    '次/秒': round(perSecond),
    'p50 ms': round(p50),
    'p99 ms': round(slowest),
    '服务端 CPU-ms': round(server, 2),
    '数据库 CPU-ms': round(database, 2),
  })),
)
printTable(`从 ${small.users} 人到 ${full.users} 人`, [
  ...Object.entries(few.found).map(([question, { p50, p99: slowest, database }]) => {
    const grown = of(many.found, question)
    return {
      项目: question,
      'p50 ms': `${round(p50)} → ${round(grown.p50)}`,
      'p99 ms': `${round(slowest)} → ${round(grown.p99)}`,
      '数据库 CPU-ms': `${round(database, 2)} → ${round(grown.database, 2)}`,
      '次/秒': `${round(few.found[question]?.perSecond ?? Number.NaN)} → ${round(grown.perSecond)}`,
    }
  }),
  {
    项目: 'pgbench 普通列表（同一 SQL）',
    'p50 ms': '–',
    'p99 ms': '–',
    '数据库 CPU-ms': '–',
    '次/秒': `${round(few.transactions)} → ${round(many.transactions)}`,
  },
])
const [searches, tenancy] = [
  Object.keys(many.found).filter((question) => question.startsWith('搜索')),
  Object.keys(few.found).filter((question) => question !== '普通列表'),
]
printTable(
  '目标',
  judged([
    { work: '授权 p99 / 普通列表 p99', found: p99('授权') / p99('普通列表'), bound: 2, unit: '倍' },
    {
      work: `一次权限判定（${scale.elements} 个元素）`,
      found: decisionMicroseconds(scale.elements),
      bound: 5,
      unit: 'µs',
    },
    {
      work: `操作日志末页用时 / 首页用时（${logRows} 行）`,
      found: of(many.found, '操作日志首页').perSecond / of(many.found, '操作日志末页').perSecond,
      bound: 1.3,
      unit: '倍',
    },
    { work: `预览 ${scale.wearers} 人所用角色的变更`, found: many.previewMs, bound: 3000, unit: 'ms' },
    ...['用户列表', ...searches].map((work) => ({ work: `${work} p99`, found: p99(work), bound: 50, unit: 'ms' })),
    ...tenancy.map((work) => ({ work: `${work} p99`, found: p99(work), bound: 100, unit: 'ms' })),
    ...tenancy
      .filter((work) => work !== manyCompanies)
      .map((work) => ({
        work: `${work} p50 的增长`,
        found: of(many.found, work).p50 / of(few.found, work).p50,
        bound: 1.3,
        unit: '倍',
      })),
  ]),
)
