import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'
import { progressBar } from '@atrium/server/src/seed/progress-bar.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn, toCookie } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { countOverview } from './count-overview.ts'
import { decisionMicroseconds } from './decision-cost.ts'
import { evaluateGoals } from './goals.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measure, median, medianOf } from './measure.ts'
import { reachGoals } from './notice-goals.ts'
import { measureNoticeReach } from './notice-reach.ts'
import { pgbench } from './pgbench.ts'
import {
  companySearch,
  largestCompanyRequests,
  logRequests,
  platformRequests,
  type Requests,
  rightsRequests,
  withId,
} from './scale-requests.ts'
import {
  addLogRows,
  addRights,
  largeDataset,
  logRows,
  type Seeded,
  scale,
  seedScale,
  smallDataset,
} from './seed-scale.ts'
import { printTable, round } from './table.ts'
import { textMicroseconds } from './text-cost.ts'

const seconds = Number(process.env.BENCH_SECONDS || 5)
const at = 16
/** Rounds per request; the results are medians. */
const rounds = 3
type Results = Record<string, Measured>

/** Number of dry runs; each evaluates every assignee of the role. */
const dryRunCount = 5

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Duration of a dry run that takes half of its elements from the role with most assignees, in milliseconds. */
const measureDryRun = async (base: string, token: string, role: string) => {
  const headers = { 'content-type': 'application/json', token, cookie: toCookie(token) }
  const read = async (url: string) =>
    (await (await fetch(base + url, { headers })).json()) as { data: { elems: string[]; version: number } }
  const { data } = await read(withId(roleGrantsContract.grants, role))
  const ids = data.elems.slice(0, data.elems.length / 2)
  const body = JSON.stringify({ ids, version: data.version })
  const times: number[] = []
  for (let n = 0; n < dryRunCount; n += 1) {
    const began = performance.now()
    const answer = await fetch(`${base}${withId(roleGrantsContract.updateElements, role)}?dryRun=1`, {
      method: 'PUT',
      headers,
      body,
    })
    const { data: shown } = (await answer.json()) as { data: { impact: { affectedUsers: number } } }
    times.push(performance.now() - began)
    if (shown.impact.affectedUsers !== scale.assignees) throw new Error(`${shown.impact.affectedUsers} 人受影响`)
  }
  return median(times)
}

/** Runs `work` against a server with a dataset of this size. */
const withDataset = async <T>(
  wanted: typeof largeDataset,
  work: (on: {
    seeded: Seeded
    /** Measures each request in sequence, as this account. */
    ask(questions: Requests, account: string): Promise<Results>
    call(account: string): Promise<{ url: string; token: string }>
    /** The plain list in pgbench, with the same SQL: transactions per second. */
    pgbench(): Promise<number | undefined>
    ownerUrl: string
  }) => Promise<T>,
): Promise<T> => {
  const { folder, postgres, env, clear } = await setUpEnvironment()
  try {
    // The product creates the tables and the registry.
    await (await startServer(builtProduct, env, '/readyz')).stop()
    print(`正在写入 ${wanted.companies} 家公司、${wanted.users} 人……`)
    const seeded = await seedScale(postgres.url, wanted, progressBar(process.stdout))
    await countOverview(postgres.url, seeded.platform)
    const product = await startServer(builtProduct, env, '/readyz')
    const call = async (account: string) => ({ url: product.url, token: (await signIn(product.url, account)).token })
    const ask = async (questions: Requests, account: string) => {
      const { url, token } = await call(account)
      const found: Results = {}
      for (const [question, address] of Object.entries(questions)) {
        print(`正在测量：${question}……`)
        await warm(url + address, token, at)
        found[question] = await measure(product.pid, folder, () => hammer(url + address, token, at, seconds))
      }
      return found
    }
    const yardstick = async () => pgbench(await ensureServingLogin(postgres.url), seeded.platform, folder, at, seconds)
    return await work({ seeded, ask, call, pgbench: yardstick, ownerUrl: postgres.url })
  } finally {
    await clear()
  }
}
type Dataset = Parameters<Parameters<typeof withDataset<unknown>>[1]>[0]

/**
 * Alternates between several measurements, as the machine's speed varies over time.
 * @returns the median of each
 */
const alternate = async (askers: readonly (() => Promise<Results>)[]): Promise<Results[]> => {
  const all: Results[][] = askers.map(() => [])
  for (let round = 0; round < rounds; round += 1) for (const [n, ask] of askers.entries()) all[n]?.push(await ask())
  return all.map((found) =>
    Object.fromEntries(
      Object.keys(found[0] ?? {}).map((question) => [
        question,
        medianOf(found.map((results) => results[question] as Measured)),
      ]),
    ),
  )
}
const growthRequests =
  ({ seeded, ask }: Dataset) =>
  async () => ({
    ...(await ask(platformRequests, 'admin')),
    ...(await ask(largestCompanyRequests(seeded), seeded.account)),
  })

/** Measurements only on the large dataset, after writing much data for them. */
const measureLargeOnly = async ({ seeded, ask, call, ownerUrl }: Dataset) => {
  print('正在写入角色……')
  const role = await addRights(seeded, ownerUrl)
  const [rights] = await alternate([() => ask(rightsRequests(seeded, role), seeded.account)])
  print(`正在写入 ${logRows} 行操作日志……`)
  await addLogRows(seeded, ownerUrl)
  const [log] = await alternate([() => ask(logRequests, 'admin')])
  print('正在测量：授权变更预览……')
  const { url, token } = await call(seeded.account)
  const previewMs = await measureDryRun(url, token, role)
  print('正在测量：公告……')
  return { found: { ...rights, ...log }, previewMs, notice: await measureNoticeReach(await call('admin'), ownerUrl) }
}

const { few, many } = await withDataset(smallDataset, (little) =>
  withDataset(largeDataset, async (large) => {
    const [fewFound = {}, manyFound = {}] = await alternate([growthRequests(little), growthRequests(large)])
    const transactions = { few: (await little.pgbench()) ?? Number.NaN, many: (await large.pgbench()) ?? Number.NaN }
    const { found, ...single } = await measureLargeOnly(large)
    return {
      few: { found: fewFound, transactions: transactions.few },
      many: { found: { ...manyFound, ...found }, transactions: transactions.many, ...single },
    }
  }),
)

const pickResult = (found: Results, question: string): Measured => found[question] as Measured
/** Server and database together. */
const cpu = (question: string) => {
  const { server, database } = pickResult(many.found, question)
  return server + database
}
const p99 = (question: string) => pickResult(many.found, question).p99
printTable(
  `${largeDataset.companies} 家公司、${largeDataset.users} 人，最大的公司 ${largeDataset.users / 5} 人、${scale.roles} 个角色，${scale.elements} 个权限点，并发 ${at}`,
  Object.entries(many.found).map(([question, { perSecond, p50, p99: slowest, server, database }]) => ({
    项目: question,
    '次/秒': round(perSecond),
    'p50 ms': round(p50),
    'p99 ms': round(slowest),
    '服务端 CPU-ms': round(server, 2),
    '数据库 CPU-ms': round(database, 2),
  })),
)
printTable(`从 ${smallDataset.users} 人到 ${largeDataset.users} 人`, [
  ...Object.entries(few.found).map(([question, { p50, p99: slowest, database }]) => {
    const grown = pickResult(many.found, question)
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
  evaluateGoals([
    ...['运营工作台', '公司工作台'].map((work) => ({
      work: `${work} CPU / 普通列表 CPU`,
      found: cpu(work) / cpu('普通列表'),
      bound: 2,
      unit: '倍',
    })),
    { work: '授权 p99 / 普通列表 p99', found: p99('授权') / p99('普通列表'), bound: 2, unit: '倍' },
    {
      work: `一次权限判定（${scale.elements} 个权限点）`,
      found: decisionMicroseconds(scale.elements),
      bound: 5,
      unit: 'µs',
    },
    { work: '一条带复数的英文错误提示', found: textMicroseconds().plural, bound: 5, unit: 'µs' },
    {
      work: `操作日志末页用时 / 首页用时（${logRows} 行）`,
      found: pickResult(many.found, '操作日志首页').perSecond / pickResult(many.found, '操作日志末页').perSecond,
      bound: 1.3,
      unit: '倍',
    },
    { work: `预览 ${scale.assignees} 人所用角色的变更`, found: many.previewMs, bound: 3000, unit: 'ms' },
    ...reachGoals(largeDataset.users, many.notice),
    ...['用户列表', ...searches].map((work) => ({ work: `${work} p99`, found: p99(work), bound: 50, unit: 'ms' })),
    ...tenancy.map((work) => ({ work: `${work} p99`, found: p99(work), bound: 100, unit: 'ms' })),
    ...tenancy
      .filter((work) => work !== companySearch)
      .map((work) => ({
        work: `${work} p50 的增长`,
        found: pickResult(many.found, work).p50 / pickResult(few.found, work).p50,
        bound: 1.3,
        unit: '倍',
      })),
  ]),
)
