import { join } from 'node:path'
import { readConfig } from './kernel/config.ts'
import { runningEmbeddedPostgres } from './kernel/db/embedded-postgres-running.ts'
import { verifyAuditChain } from './kernel/db/verify-audit-chain.ts'
import { ownerDatabase } from './owner-database.ts'

const faults = { changed: '内容被改动', missing: '记录被删除', cut: '末尾被截断' } as const

const say = (text: string) => process.stdout.write(`${text}\n`)
const config = readConfig(process.env, join(import.meta.dirname, '../..'))
// The product may be running: its embedded database is then looked into, not started a second time.
const running = config.databaseUrl === '' && (await runningEmbeddedPostgres(join(config.dataDir, 'postgres')))
const owner = running ? { url: running, stop: async () => undefined } : await ownerDatabase(config, say)
try {
  const { rows, broken } = await verifyAuditChain(owner.url)
  for (const { company, seq, fault } of broken) say(`公司 ${company} 的审计链在第 ${seq} 条断开：${faults[fault]}`)
  if (broken.length === 0) say(`审计链完整，共 ${rows} 条记录`)
  else process.exitCode = 1
} finally {
  await owner.stop()
}
