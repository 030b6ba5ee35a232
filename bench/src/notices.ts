import { progressBar } from '@atrium/server/src/seed/progress-bar.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { evaluateGoals } from './goals.ts'
import { listenerGoals, reachGoals } from './notice-goals.ts'
import { measureNoticeListeners } from './notice-listeners.ts'
import { measureNoticeReach } from './notice-reach.ts'
import { largeDataset, seedScale } from './seed-scale.ts'
import { printTable, round } from './table.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const ready = '/readyz'

const { postgres, env, clear } = await setUpEnvironment()
try {
  // The product creates the tables.
  await (await startServer(builtProduct, env, ready)).stop()
  print(`正在写入 ${largeDataset.companies} 家公司、${largeDataset.users} 人……`)
  await seedScale(postgres.url, largeDataset, progressBar(process.stdout))
  const nodes = [await startServer(builtProduct, env, ready), await startServer(builtProduct, env, ready)]
  const url = nodes[0]?.url ?? ''
  const { token } = await signIn(url, 'admin')
  print('正在测量：发布与未确认……')
  const reach = await measureNoticeReach({ url, token }, postgres.url)
  print('正在测量：推送……')
  const listening = await measureNoticeListeners(nodes, postgres.url, token, print)
  printTable('推送', [
    {
      页面: listening.listeners,
      'p50 ms': round(listening.p50),
      'p99.9 ms': round(listening.p999),
      '两秒内 %': round(100 * listening.part, 2),
      '每个页面 KB': round(listening.kbEach, 1),
    },
  ])
  printTable('目标', evaluateGoals([...reachGoals(largeDataset.users, reach), ...listenerGoals(listening)]))
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
