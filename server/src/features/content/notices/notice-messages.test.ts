import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'
import { startSendingNode } from '../../../../test/sending-node.ts'
import { ensureServingLogin } from '../../../kernel/db/serving-login.ts'
import { createSecrets } from '../../../kernel/secrets.ts'

const peopleCount = 950
/** Inside the third batch. */
const lastBeforeDeath = 500
const secrets = createSecrets(testSecretKey)

let app: TestApp
let stage: NoticeStage
let platformCompany: string
beforeAll(async () => {
  // It sends nothing itself.
  app = await createTestApp({ process: ['api'] })
  stage = createNoticeStage(app)
  platformCompany = await readPlatformCompany(app)
})

/**
 * Adds people with a phone.
 * @returns their accounts
 */
const addPeople = async (companyId: string) => {
  const rows = await app.sql(
    `insert into users (company_id, id, account, name, password_hash, phone)
     select $1, gen_random_uuid(), 'crowd' || n, '人' || n, '', (13800000000 + n)::text
     from generate_series(1, $2::int) n returning account`,
    [companyId, peopleCount],
  )
  return rows.map(({ account }) => String(account)).sort()
}
/** Accounts that messages are queued for, once for each message. */
const queuedFor = async (companyId: string) => {
  const rows = await app.sql(`select content from messages where company_id = $1 and template = 'notice'`, [companyId])
  return rows.map(
    ({ content }) => (JSON.parse(secrets.unseal(String(content))) as { to: { account: string } }).to.account,
  )
}
const readRun = async (companyId: string) =>
  (await app.sql(`select * from job_runs where company_id = $1 and name = 'notices.send'`, [companyId]))[0]

describe('the messages of a notice', () => {
  it('reach everybody once, although the node that sends them is killed', { timeout: 90_000 }, async () => {
    const { companyId, token } = await stage.enter('群发公司')
    const accounts = await addPeople(companyId)
    const id = await stage.add({}, token)
    expect((await stage.issue(id, token, { channels: ['sms'] })).code).toBe(0)

    const script = join(import.meta.dirname, '../../../../test/dying-sender.ts')
    const url = await ensureServingLogin(app.ownerUrl)
    const args = [script, url, platformCompany, testSecretKey, String(lastBeforeDeath)]
    const [, signal] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit')
    expect(signal).toBe('SIGKILL')
    expect([(await readRun(companyId))?.state, (await queuedFor(companyId)).length]).toEqual(['running', 400])

    await app.sql(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
    const stop = await startSendingNode({ database: app.database, platformCompany, secretKey: testSecretKey })
    onTestFinished(stop)
    const goOn = async () => {
      await app.sql(`update pgboss.job set start_after = now() where name = 'notices.send' and state = 'retry'`)
      return (await readRun(companyId))?.state
    }
    await expect.poll(goOn, { timeout: 60_000 }).toBe('done')
    expect((await queuedFor(companyId)).sort()).toEqual(accounts)
  })
})
