import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { cookieOf, signIn } from './calls.ts'
import { startServer } from './child.ts'
import { judged } from './goals.ts'
import { layGround } from './ground.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measured, median } from './measured.ts'
import { scale, seedScale } from './seed-scale.ts'
import { printTable, round } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS || 5)
const at = 16
const users = `${usersContract.list.path}?page=1&size=10`
const searched = (words: string) => `${users}&search=${encodeURIComponent(words)}`

/** What is asked of the largest company, one after the other. */
const questions = {
  普通列表: firstPage,
  授权: sessionContract.grants.path,
  角色列表: `${rolesContract.list.path}?page=1&size=10`,
  用户列表: users,
  '搜索 两字姓名': searched('王芳'),
  '搜索 常见姓': searched('王'),
  '搜索 三字姓名': searched('王芳娜'),
  '搜索 账号': searched('person1999'),
  '搜索 手机号': searched('13900150000'),
  '搜索 没有的': searched('龘龘'),
} as const
type Question = keyof typeof questions
/** How often the dry run is asked for: each looks at everybody who wears the role. */
const dryRuns = 5

const say = (text: string) => process.stdout.write(`${text}\n`)
const { folder, postgres, env, clear } = await layGround()

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

const run = async () => {
  // The product makes the tables and the registry.
  await (await startServer('server/src/main.ts', env, '/readyz')).stop()
  const { account, role } = await seedScale(postgres.url, say)
  const product = await startServer('server/src/main.ts', env, '/readyz')
  const { token } = await signIn(product.url, account)
  const found = {} as Record<Question | '角色成员', Measured>
  const members = { 角色成员: `${addressed(rolesContract.members, role)}?page=1&size=10` }
  for (const [question, address] of Object.entries({ ...questions, ...members })) {
    say(`正在测量：${question}……`)
    await warm(product.url + address, token, at)
    found[question as Question] = await measured(product.pid, folder, () =>
      hammer(product.url + address, token, at, seconds),
    )
  }
  say('正在测量：授权变更预览……')
  return { found, previewMs: await dryRunMs(product.url, token, role) }
}

try {
  const { found, previewMs } = await run()
  printTable(
    `${scale.users} 用户，最大的公司 ${scale.largest} 人、${scale.roles} 个角色，${scale.elements} 个元素，并发 ${at}`,
    Object.entries(found).map(([question, { perSecond, p50, p99, server, database }]) => ({
      项目: question,
      '次/秒': round(perSecond),
      'p50 ms': round(p50),
      'p99 ms': round(p99),
      '服务端 CPU-ms': round(server, 2),
      '数据库 CPU-ms': round(database, 2),
    })),
  )
  const searches = Object.entries(found).filter(([question]) => question.startsWith('搜索'))
  printTable(
    '目标',
    judged([
      { work: '授权 p99 / 普通列表 p99', found: found.授权.p99 / found.普通列表.p99, bound: 2, unit: '倍' },
      { work: `预览 ${scale.wearers} 人所用角色的变更`, found: previewMs, bound: 3000, unit: 'ms' },
      { work: '用户列表 p99', found: found.用户列表.p99, bound: 50, unit: 'ms' },
      ...searches.map(([question, { p99 }]) => ({ work: `${question} p99`, found: p99, bound: 50, unit: 'ms' })),
    ]),
  )
} finally {
  await clear()
}
