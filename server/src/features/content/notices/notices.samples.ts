import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import { everyPermission, type MakeSamples } from '../../../../test/hostile/sample.ts'
import { toDraft } from '../../../../test/notice-stage.ts'

const fillNotices = async (app: TestApp, companyId: string, state: 'draft' | 'submitted' | 'issued', count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into notices (company_id, id, type, title, content, scope, ack, state, starts_at, created_by, updated_by)
     select $1, unnest($2::uuid[]), 'notice', '池', '<p>池</p>', 'all', true, $3, now(), $4, $4`,
    [companyId, ids, state, { id: randomUUID(), name: '池' }],
  )
  return () => ids.pop() ?? randomUUID()
}

/** A company that requires approval, and a user of it who has written nothing. */
const enterApprovals = async (app: TestApp) => {
  const companyId = await buildCompany(app, '审核')
  await app.sql(
    `insert into notice_policies (company_id, approval, updated_by) values ($1, true, '{"id":"","name":""}')`,
    [companyId],
  )
  return { companyId, token: await app.signIn(await buildUser(app, { companyId, permissions: everyPermission })) }
}

export const samples: MakeSamples = async ({ app, readers, writers, reader, writer, poolSize }) => {
  const nextDraft = await fillNotices(app, writers, 'draft', poolSize)
  const nextIssued = await fillNotices(app, writers, 'issued', poolSize)
  const { companyId: approving, token: approver } = await enterApprovals(app)
  const nextUnapproved = await fillNotices(app, approving, 'draft', poolSize)
  const nextSubmitted = await fillNotices(app, approving, 'submitted', poolSize)
  const read = (await fillNotices(app, readers, 'issued', 1))()
  const [someone] = await app.sql('select id from users where company_id = $1 limit 1', [writers])
  const target = { scope: 'user' as const, ids: [String(someone?.id)] }
  const full = { ...toDraft({ target }), summary: '摘要', level: 'mid' as const, top: true, ack: false, ackTime: null }
  const ofOne = () => ({ params: { id: read }, token: reader })
  return {
    'sysNews.get': ofOne,
    'sysNews.revisions': ofOne,
    'sysNews.publishedGet': ofOne,
    'sysNews.receipts': ofOne,
    'sysNews.receiptSums': ofOne,
    'sysNews.read': () => ({ params: { id: nextIssued() }, body: { revision: 1 }, token: writer }),
    'sysNews.ack': () => ({ params: { id: nextIssued() }, body: { revision: 1 }, token: writer }),
    'sysNews.create': () => ({ body: full, token: writer }),
    'sysNews.update': () => ({
      params: { id: nextDraft() },
      body: { ...full, renew: false, version: 1 },
      token: writer,
    }),
    'sysNews.remove': () => ({ params: { id: nextDraft() }, token: writer }),
    'sysNews.issue': () => ({ params: { id: nextDraft() }, body: { channels: [], version: 1 }, token: writer }),
    'sysNews.submit': () => ({ params: { id: nextUnapproved() }, body: { version: 1 }, token: approver }),
    'sysNews.approve': () => ({ params: { id: nextSubmitted() }, body: { version: 1 }, token: approver }),
    'sysNews.reject': () => ({
      params: { id: nextSubmitted() },
      body: { version: 1, reason: '正文有误' },
      token: approver,
    }),
    'sysNews.updatePolicy': () => ({ body: { approval: false, version: 0 }, token: writer }),
    'sysNews.reschedule': () => ({
      params: { id: nextIssued() },
      body: { startTime: null, endTime: null, version: 1 },
      token: writer,
    }),
    'sysNews.revoke': () => ({ params: { id: nextIssued() }, body: { reason: '撤回' }, token: writer }),
    'sysNews.remind': () => ({ params: { id: nextIssued() }, body: { channels: ['mail'] }, token: writer }),
    'sysNews.image': () => ({ token: writer }),
    'sysNews.attachments': ofOne,
    'sysNews.attach': () => ({ params: { id: nextDraft() }, token: writer }),
    'sysNews.detach': () => ({ params: { id: nextDraft(), fileId: randomUUID() }, token: writer }),
    'sysNews.openAttachment': () => ({ params: { id: read, fileId: randomUUID() }, token: reader }),
    'sysNews.download': () => ({ params: { id: read, fileId: randomUUID() } }),
    'frontNews.attach': () => ({ params: { id: read, fileId: randomUUID() } }),
    'frontNews.published': () => ({ query: {} }),
    'frontNews.get': () => ({ params: { id: read } }),
    'sysNews.reach': () => ({ query: { scope: 'user', ids: randomUUID() } }),
    'sysNews.targets': () => ({ query: { scope: 'role', keyword: '管' } }),
  }
}
