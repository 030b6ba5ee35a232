import { setUpEnvironment } from './bench-environment.ts'
import { signIn } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { createPerson, toBasicAuth } from './code-flow.ts'
import { firstPage } from './compare-list.ts'
import { createCall } from './console-calls.ts'
import { evaluateGoals } from './goals.ts'
import { hammer, type Load, repeat, warm } from './load.ts'
import { type Measured, measure, median, medianOf } from './measure.ts'
import { addGrants, addOidcApp, analyzeGrants } from './oidc-stage.ts'
import { hammerTokens } from './oidc-tokens.ts'
import { extendAccessTokens, seed, setCompanyShare } from './seed.ts'
import { printTable, round } from './table.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const seconds = Number(process.env.BENCH_SECONDS || 3)
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const grants = Number(process.env.BENCH_GRANTS || 1_000_000)
const at = 16

const { folder, postgres, env, clear } = await setUpEnvironment()

const sides = { list: '控制台列表', tokens: '应用令牌', flows: '授权码登录' } as const
type Side = keyof typeof sides

try {
  print('正在准备数据……')
  const node = await startServer(builtProduct, { ...env, TRUSTED_PROXIES: 'loopback' }, '/readyz')
  const { platform } = await seed(postgres.url)
  await setCompanyShare(postgres.url)
  const tokens: string[] = []
  for (const account of platform.accounts.slice(0, at)) tokens.push((await signIn(node.url, account)).token)
  await extendAccessTokens(postgres.url)
  const [token = ''] = tokens
  const app = await addOidcApp(createCall(node.url, token))
  const people = tokens.map((each) => createPerson(node.url, app, each))
  for (const flow of people) await flow()
  await analyzeGrants(postgres.url)
  await warm(node.url + firstPage, token, at)
  const runs: Record<Side, () => Promise<Load>> = {
    list: () => hammer(node.url + firstPage, token, at, seconds),
    tokens: () => hammerTokens(`${node.url}/oidc/token`, toBasicAuth(app), at, seconds),
    flows: () => repeat(async (worker) => people[worker]?.(), people.length, seconds),
  }
  const names = Object.keys(sides) as Side[]
  /** All in turn, so that changes of the machine's speed affect each equally. */
  const compare = async () => {
    const measured: Record<Side, Measured[]> = { list: [], tokens: [], flows: [] }
    for (let n = 0; n < rounds; n += 1)
      for (const name of names) measured[name].push(await measure(node.pid, folder, runs[name]))
    return measured
  }
  print('正在测量：令牌与登录……')
  const few = await compare()
  print(`正在测量：${grants} 个有效授权之下……`)
  await addGrants(postgres.url, grants)
  const many = await compare()

  /** Held against the list of the same moment. */
  const measureShare = (measured: Record<Side, Measured[]>, name: Side) =>
    median(measured[name].map((each, n) => each.perSecond / (measured.list[n]?.perSecond ?? Number.NaN)))
  const toRows = (measured: Record<Side, Measured[]>, count: string) =>
    names.map((name) => {
      const { perSecond, p50, p99, server, database } = medianOf(measured[name])
      return {
        有效授权: count,
        调用: sides[name],
        '次/秒': round(perSecond),
        与列表之比: round(measureShare(measured, name), 2),
        'p50 ms': round(p50, 1),
        'p99 ms': round(p99, 1),
        '服务端 CPU-µs': round(1000 * server),
        '数据库 CPU-µs': round(1000 * database),
      }
    })
  printTable(`并发 ${at}`, [...toRows(few, '少'), ...toRows(many, String(grants))])
  const slower = (name: Side) => measureShare(few, name) / measureShare(many, name)
  printTable(
    '目标',
    evaluateGoals([
      { work: '应用令牌/秒', found: medianOf(few.tokens).perSecond, bound: 1000, unit: '', atLeast: true },
      { work: '授权码登录/秒', found: medianOf(few.flows).perSecond, bound: 150, unit: '', atLeast: true },
      { work: '百万授权之下应用令牌慢', found: slower('tokens'), bound: 1.3, unit: '倍' },
      { work: '百万授权之下登录慢', found: slower('flows'), bound: 1.3, unit: '倍' },
    ]),
  )
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
