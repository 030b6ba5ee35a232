import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const { get, list, remove, revoke } = noticesContract
/** More than one transaction erases. */
const readers = 5200

let app: TestApp
let stage: NoticeStage
beforeAll(async () => {
  // It erases nothing itself.
  app = await createTestApp({ process: ['api'] })
  stage = createNoticeStage(app)
})

const addReaders = (companyId: string, id: string) =>
  app.sql(
    `with crowd as (
       insert into users (company_id, id, account, name, password_hash)
       select $1, gen_random_uuid(), 'reader' || n, '读者' || n, '' from generate_series(1, $3::int) n returning id)
     insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision)
     select $1, $2, id, $1, 1 from crowd`,
    [companyId, id, readers],
  )
const countRows = async (table: string, column: string, id: string) =>
  (await app.sql(`select count(*)::int as rows from ${table} where ${column} = $1`, [id]))[0]?.rows

describe('a deleted notice', () => {
  it('is gone at once, and its receipts are erased in parts', { timeout: 60_000 }, async () => {
    const { companyId, token } = await stage.enter('删除公司')
    const id = await stage.publish({ title: '读者众多' }, token)
    const kept = await stage.publish({ title: '留下的' }, token)
    await addReaders(companyId, id)
    await stage.edit(id, token, { title: '读者众多，改过' })
    await app.call(revoke, { params: { id }, body: { reason: '撤' } }, token)
    expect((await app.call(remove, { params: { id } }, token)).code).toBe(0)

    expect((await app.call(list, { query: {} }, token)).data?.map((row) => row.id)).toEqual([kept])
    for (const gone of [get, remove, noticesContract.revisions, receiptsContract.receiptSums])
      expect((await app.call(gone, { params: { id } }, token)).code).toBe(404)
    const issuing = { params: { id }, body: { channels: [], version: 1 } }
    expect((await app.call(noticesContract.issue, issuing, token)).code).toBe(404)
    // Its text is not kept until then.
    expect(await app.sql('select title, content from notices where id = $1', [id])).toEqual([
      { title: '', content: '' },
    ])
    expect(await countRows('notice_receipts', 'notice_id', id)).toBe(readers)

    await createTestApp({ sharedDatabase: app, process: ['jobs'] })
    await expect.poll(() => countRows('notices', 'id', id), { timeout: 30_000 }).toBe(0)
    for (const table of ['notice_receipts', 'notice_tallies', 'notice_revisions'])
      expect([table, await countRows(table, 'notice_id', id)]).toEqual([table, 0])
    expect(await countRows('notices', 'id', kept)).toBe(1)
  })
})
