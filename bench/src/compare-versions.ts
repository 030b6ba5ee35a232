import { signIn } from './calls.ts'
import { builtProduct, type Server, startServer } from './child.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measure, medianOf } from './measure.ts'
import type { VersionStage } from './version-stage.ts'

const seconds = Number(process.env.BENCH_SECONDS || 3)
const at = 4
/** The results are medians. */
const rounds = 3

/** The lists of the largest company whose cost is compared. */
export const comparedRequests = [
  '用户列表',
  '组织展开',
  '组织 用户列表',
  '搜索 两字姓名',
  '搜索 常见姓',
  '搜索 手机号',
  '分支 用户列表',
  '分支 搜索 常见姓',
] as const
type Costs = Record<string, Measured>

const measureCosts = async ({ folder, asked }: VersionStage, product: Server): Promise<Costs> => {
  const found: Costs = {}
  for (const { account, requests } of asked) {
    const { token } = await signIn(product.url, account)
    for (const request of comparedRequests) {
      const address = requests[request]
      if (address === undefined) continue
      await warm(product.url + address, token, at)
      found[request] = await measure(product.pid, folder, () => hammer(product.url + address, token, at, seconds))
    }
  }
  return found
}

/** What these requests cost on each version; alternates between them, as the machine's speed varies over time. */
export const compareVersions = async (stages: readonly VersionStage[]): Promise<Costs[]> => {
  const products = await Promise.all(stages.map(({ env }) => startServer(builtProduct, env, '/readyz')))
  const all: Costs[][] = stages.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [n, stage] of stages.entries()) all[n]?.push(await measureCosts(stage, products[n] as Server))
  await Promise.all(products.map((product) => product.stop()))
  return all.map((found) =>
    Object.fromEntries(
      comparedRequests.map((request) => [request, medianOf(found.map((costs) => costs[request] as Measured))]),
    ),
  )
}
