import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { progressBar } from '@atrium/server/src/seed/progress-bar.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn } from './calls.ts'
import { builtProduct, type Server, startServer } from './child.ts'
import { evaluateGoals } from './goals.ts'
import { hammer, toHeaders, warm } from './load.ts'
import { followPlans, type LoggedPlan, logPlans } from './logged-plans.ts'
import { type Measured, measure, medianOf } from './measure.ts'
import { writeResults } from './report.ts'
import { countRowsRead, type RowsRead } from './rows-read.ts'
import { addCustomValues, copyDatabase, customFields, settle } from './seed-custom.ts'
import { largeDataset, seedScale } from './seed-scale.ts'
import { printTable, round } from './table.ts'

// Lists of users with twenty custom fields, beside the same users without any: two databases of one server, measured in
// turns.

const users = Number(process.env.BENCH_USERS || largeDataset.users)
const size = { users, companies: Math.ceil((users * largeDataset.companies) / largeDataset.users) }
const seconds = Number(process.env.BENCH_SECONDS || 5)
const at = 4
const rounds = 3
/** A prepared statement is planned for its values five times. */
const runs = 7

const print = (text: string) => process.stdout.write(`${text}\n`)
const page = (query: Record<string, string> = {}) =>
  `${usersContract.list.path}?${new URLSearchParams({ page: '1', size: '10', ...query })}`
const holds = (conditions: object, query: Record<string, string> = {}) =>
  page({ 'f.custom': JSON.stringify(conditions), ...query })

/** Lists, each with the one beside which it is judged, which needs no field. */
type Compared = { address: string; than: string; most: number }
const plain = page()
const byStatus = page({ 'f.status': '1' })
const byName = page({ sort: 'name' })
const lists: Readonly<Record<string, Compared>> = {
  列表: { address: plain, than: plain, most: 1.15 },
  '列表 第三页': { address: page({ page: '3' }), than: page({ page: '3' }), most: 1.15 },
  '列表 按状态筛选': { address: byStatus, than: byStatus, most: 1.15 },
  '列表 按姓名排序': { address: byName, than: byName, most: 1.15 },
  '筛选 唯一的值': { address: holds({ badge: 'B-7' }), than: byStatus, most: 1.15 },
  '筛选 少见的文本': { address: holds({ seat: '值77' }), than: byStatus, most: 1.15 },
  '筛选 半数的文本': { address: holds({ half: '值1' }), than: byStatus, most: 1.5 },
  '筛选 数字范围': { address: holds({ score: { from: '100', to: '200' } }), than: byStatus, most: 1.5 },
  '筛选 两个字段': { address: holds({ city: '值7', level: '7' }), than: byStatus, most: 1.5 },
  '排序 数字': { address: page({ sort: '-custom.rank' }), than: byName, most: 1.15 },
  '排序 文本': { address: page({ sort: 'custom.seat' }), than: byName, most: 1.15 },
  筛选并排序: { address: holds({ half: '值1' }, { sort: 'custom.score' }), than: byStatus, most: 1.5 },
}

type Side = { product: Server; token: string }
const measureList = async ({ product, token }: Side, folder: string, address: string): Promise<Measured> => {
  const url = product.url + address
  await warm(url, token, at)
  return measure(product.pid, folder, () => hammer(url, token, at, seconds))
}
const costOf = ({ server, database }: Measured) => server + database

const { folder, postgres, env, clear } = await setUpEnvironment()
try {
  await (await startServer(builtProduct, env, '/readyz')).stop()
  print(`正在写入 ${size.companies} 家公司、${size.users} 人……`)
  const { account } = await seedScale(postgres.url, size, progressBar(process.stdout))
  print(`正在为每人写入 ${customFields.length} 个字段……`)
  const filled = await copyDatabase(postgres.url, 'with_fields')
  await addCustomValues(filled)
  for (const url of [postgres.url, filled]) await settle(url)
  const sizes = await asOwner(filled, async (client) =>
    client.query<{ name: string; rows: number; megabytes: number; indexes: number }>(
      `select relname as name, reltuples::bigint::int as rows, (pg_table_size(oid) / 1e6)::int as megabytes,
         (pg_indexes_size(oid) / 1e6)::int as indexes
       from pg_class where relname in ('users', 'custom_values') order by 1`,
    ),
  )
  const open = async (url: string): Promise<Side> => {
    const product = await startServer(builtProduct, { ...env, DATABASE_URL: url }, '/readyz')
    return { product, token: (await signIn(product.url, account)).token }
  }
  const [without, withFields] = [await open(postgres.url), await open(filled)]
  const [plainRuns, fieldRuns] = [new Map<string, Measured[]>(), new Map<string, Measured[]>()]
  const add = async (runs: Map<string, Measured[]>, side: Side, address: string) => {
    runs.set(address, [...(runs.get(address) ?? []), await measureList(side, folder, address)])
  }
  const compared = Map.groupBy(Object.values(lists), ({ than }) => than)
  for (let round = 1; round <= rounds; round += 1)
    for (const [than, group] of compared) {
      print(`正在测量：第 ${round} 轮，${decodeURIComponent(than)}……`)
      await add(plainRuns, without, than)
      for (const { address } of group) await add(fieldRuns, withFields, address)
    }
  await withFields.product.stop()

  print('正在读取执行计划……')
  await logPlans(filled, 'auto')
  const planned = await open(filled)
  const nextPlans = followPlans(`${folder}/postgres`)
  const plans: Record<string, { most: RowsRead | undefined; all: LoggedPlan[] }> = {}
  for (const [name, { address }] of Object.entries(lists)) {
    nextPlans()
    for (let run = 0; run < runs; run += 1)
      await fetch(planned.product.url + address, { headers: toHeaders(planned.token) })
    const all = nextPlans().filter(({ plan }) => plan['Node Type'] !== 'ModifyTable')
    const [most] = all.map(countRowsRead).sort((one, other) => other.read - one.read)
    plans[name] = { most, all }
  }

  const results = Object.entries(lists).map(([name, { address, than, most }]) => {
    const of = { with: medianOf(fieldRuns.get(address) ?? []), without: medianOf(plainRuns.get(than) ?? []) }
    return { name, most, ...of, ratio: costOf(of.with) / costOf(of.without), plan: plans[name]?.most }
  })
  printTable(
    `${size.users} 人、每人 ${customFields.length} 个字段`,
    sizes.rows.map(({ name, rows, megabytes, indexes }) => ({ 表: name, 行: rows, MB: megabytes, '索引 MB': indexes })),
  )
  printTable(
    '列表的开销（无字段 → 有字段）',
    results.map(({ name, with: own, without: than, plan }) => ({
      项目: name,
      'p50 ms': `${round(than.p50, 1)} → ${round(own.p50, 1)}`,
      'p99 ms': `${round(than.p99, 1)} → ${round(own.p99, 1)}`,
      '服务端 CPU-ms': `${round(than.server, 2)} → ${round(own.server, 2)}`,
      '数据库 CPU-ms': `${round(than.database, 2)} → ${round(own.database, 2)}`,
      读取最多的语句: plan ? `${plan.read} 行，${plan.most}` : '–',
    })),
  )
  const goals = evaluateGoals(
    results.map(({ name, ratio, most }) => ({
      work: `${name}：有字段 / 无字段`,
      found: ratio,
      bound: most,
      unit: '倍',
    })),
  )
  printTable('目标', goals)
  print(`\n${writeResults({ sizes: sizes.rows, results, plans, goals })}`)
  if (goals.some(({ 结论 }) => 结论 === '未达到')) process.exitCode = 1
} finally {
  await clear()
}
