import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { createCall } from './console-calls.ts'
import { evaluateGoals } from './goals.ts'
import { median } from './measure.ts'
import { percentileOf } from './percentile.ts'
import { seed } from './seed.ts'
import { printTable, round } from './table.ts'
import { addBacklog, addWebhooks, startReceiver } from './webhook-stage.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const idleEvents = 200
const idleGapMs = 50
const receivers = 8
const backlog = 1_500
const timeoutMs = 60_000

const { postgres, env, clear } = await setUpEnvironment()
const receiver = await startReceiver()

/**
 * Waits until as many deliveries have arrived.
 * @throws after a minute
 */
const arrived = async (many: number) => {
  const until = performance.now() + timeoutMs
  while (receiver.arrivals.length < many) {
    if (performance.now() > until) throw new Error(`一分钟内只收到 ${receiver.arrivals.length} / ${many} 个事件`)
    await sleep(5)
  }
}

try {
  print('正在准备数据……')
  const node = await startServer(builtProduct, { ...env, OPEN_TARGET_NETWORKS: '127.0.0.1' }, '/readyz')
  const { platform } = await seed(postgres.url)
  const { token } = await signIn(node.url, platform.accounts[0] ?? '')
  const call = createCall(node.url, token)
  const addPost = async (name: string) =>
    void (await call(postsContract.create, { body: { name, code: randomUUID().slice(0, 20), level: 1 } }))

  await addWebhooks(call, [receiver.url])
  print('正在测量：提交到首次投递……')
  await addPost('热身')
  await arrived(1)
  const waits: number[] = []
  for (let n = 0; n < idleEvents; n += 1) {
    const name = `事件 ${n}`
    await addPost(name)
    // The answer follows the commit.
    const committed = performance.now()
    await arrived(n + 2)
    waits.push(Math.max(0, (receiver.arrivals.find((each) => each.name === name)?.at ?? Number.NaN) - committed))
    await sleep(idleGapMs)
  }
  const waited = percentileOf(waits)

  const hooks = await addWebhooks(
    call,
    Array.from({ length: receivers }, () => receiver.url),
  )
  const [hanging = ''] = await addWebhooks(call, [receiver.hangingUrl])
  /** Deliveries a second of a backlog. */
  const drain = async (also: readonly string[]) => {
    receiver.arrivals.length = 0
    await addBacklog(postgres.url, [...hooks, ...also], backlog)
    await addPost(`开始 ${randomUUID().slice(0, 8)}`)
    await arrived(receivers * backlog)
    const times = receiver.arrivals.map(({ at }) => at)
    return (1000 * times.length) / (Math.max(...times) - Math.min(...times))
  }
  print('正在测量：每秒投递数，以及另有接收方不应答时……')
  const [alone, beside]: [number[], number[]] = [[], []]
  await drain([])
  for (let n = 0; n < rounds; n += 1) {
    // In turn, for what is drained later meets a larger table.
    const turns = [async () => alone.push(await drain([])), async () => beside.push(await drain([hanging]))]
    for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const lost = 100 * (1 - median(beside.map((each, n) => each / (alone[n] ?? Number.NaN))))
  printTable('投递', [
    { 情形: '空闲，提交到首次投递', 结果: `p50 ${round(waited(0.5), 1)} ms，p99 ${round(waited(0.99), 1)} ms` },
    { 情形: `${receivers} 个接收方`, 结果: `${round(median(alone))} 次/秒` },
    { 情形: '另有一个不应答', 结果: `${round(median(beside))} 次/秒` },
  ])
  printTable(
    '目标',
    evaluateGoals([
      { work: '提交到首次投递 p99，空闲', found: waited(0.99), bound: 250, unit: 'ms' },
      { work: '每个节点投递', found: median(alone), bound: 2_000, unit: '次/秒', atLeast: true },
      { work: '一个接收方不应答，其他减慢', found: Math.max(0, lost), bound: 10, unit: '%' },
    ]),
  )
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  receiver.stop()
  await clear()
}
