import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const { receipts, receiptSums } = receiptsContract
type State = 'unread' | 'unacked' | 'read' | 'acked'
const rounds = 60

let app: TestApp
let stage: NoticeStage
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
})

/** Deterministic choices, the same in every run. */
const createChoices = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

/** All people in a state, page by page. */
const people = async (id: string, state: State, token: string) => {
  const found: string[] = []
  let after: string | undefined
  do {
    const query = { size: 3, 'f.state': state, ...(after && { after }) }
    const { data = [], more } = await app.call(receipts, { params: { id }, query }, token)
    found.push(...data.map((row) => row.id))
    after = more ? data.at(-1)?.cursor : undefined
  } while (after)
  return found
}
/** The same, counted from the receipts alone. */
const countedPeople = async (id: string) => {
  const rows = await app.sql(
    `select users.id, receipt.user_id is not null as read, receipt.acked_at is not null as acked
     from notices join users on users.company_id = notices.company_id or notices.of_platform
       left join notice_receipts receipt on receipt.company_id = users.company_id and receipt.user_id = users.id
         and receipt.notice_id = notices.id and receipt.revision >= notices.asked_revision
     where notices.id = $1 and users.deleted_at is null order by users.company_id, users.id`,
    [id],
  )
  const among = (belongs: (row: (typeof rows)[number]) => boolean) => rows.filter(belongs).map((row) => String(row.id))
  return {
    unread: among(({ read }) => !read),
    unacked: among(({ acked }) => !acked),
    read: among(({ read }) => read === true),
    acked: among(({ acked }) => acked === true),
  }
}

describe('who has not confirmed', () => {
  it('is told by difference, whatever readers, authors and the company do', { timeout: 120_000 }, async () => {
    const next = createChoices(11)
    const root = await app.signIn()
    const company = await stage.enter('清点公司')
    const { companyId } = company
    const crowd = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id, account, password } = await buildUser(app, { companyId })
        return { id, token: await app.signIn({ account, password }), isGone: false }
      }),
    )
    const notices = [
      { id: await stage.publish({ ack: true }, company.token), token: company.token, revision: 1 },
      { id: await stage.publish({ ack: true }, root), token: root, revision: 1 },
    ]
    const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T
    const steps = {
      read: async () => {
        const [notice, { token, isGone }] = [pick(notices), pick(crowd)]
        if (!isGone) expect((await stage.read(notice.id, token, notice.revision)).code).toBe(0)
      },
      confirm: async () => {
        const [notice, { token, isGone }] = [pick(notices), pick(crowd)]
        if (!isGone) expect((await stage.ack(notice.id, token, notice.revision)).code).toBe(0)
      },
      edit: async () => {
        const notice = pick(notices)
        const renew = next(3) === 0
        expect((await stage.edit(notice.id, notice.token, { title: `第 ${next(1000)} 稿`, renew })).code).toBe(0)
        notice.revision += 1
      },
      /** A user leaves, or comes back. */
      leave: async () => {
        const person = pick(crowd)
        person.isGone = !person.isGone
        await app.sql(`update users set deleted_at = ${person.isGone ? 'now()' : 'null'} where id = $1`, [person.id])
      },
      /** The receipts of who has left are erased with them. */
      erase: async () => {
        const at = crowd.findIndex(({ isGone }) => isGone)
        if (at >= 0 && crowd.length > 3) await app.sql('delete from users where id = $1', [crowd.splice(at, 1)[0]?.id])
      },
      /** The company becomes a large one, or a small one. */
      grow: () =>
        app.sql(
          `update headcounts set people = people + case when people > 1000 then -2000 else 2000 end where company_id = $1`,
          [companyId],
        ),
    }
    const order = ['read', 'confirm', 'read', 'confirm', 'edit', 'leave', 'erase', 'grow'] as const
    for (let round = 0; round < rounds; round += 1) {
      const step = pick(order)
      await steps[step]()
      for (const { id, token } of notices) {
        const expected = await countedPeople(id)
        const found = { unread: [], unacked: [], read: [], acked: [] } as Record<State, string[]>
        for (const state of ['unread', 'unacked', 'read', 'acked'] as const)
          found[state] = await people(id, state, token)
        expect({ round, step, ...found }).toEqual({ round, step, ...expected })
        const { data } = await app.call(receiptSums, { params: { id } }, token)
        expect(data).toMatchObject({ read: expected.read.length, acked: expected.acked.length })
      }
    }
  })
  it('is found by the beginning of a name or account, in all companies for the platform', async () => {
    const root = await app.signIn()
    const { companyId, token } = await stage.enter('找人公司')
    const one = await buildUser(app, { companyId })
    await app.sql(`update users set name = '欧阳修远', phone = '13700000123' where id = $1`, [one.id])
    const ids = { own: await stage.publish({ ack: true }, token), platform: await stage.publish({ ack: true }, root) }
    const found = async (id: string, search: string, asking: string) => {
      const query = { search, 'f.state': 'unacked' as const }
      return ((await app.call(receipts, { params: { id }, query }, asking)).data ?? []).map((row) => row.id)
    }
    for (const search of ['欧阳', one.account.toUpperCase(), '13700000123']) {
      expect([search, await found(ids.own, search, token)]).toEqual([search, [one.id]])
      expect([search, await found(ids.platform, search, root)]).toEqual([search, [one.id]])
    }
    // Within a name only in one's own company, whose names are indexed by their parts.
    expect(await found(ids.own, '修远', token)).toEqual([one.id])
    expect(await found(ids.own, '没有的人', token)).toEqual([])
    await stage.ack(ids.own, await app.signIn(one))
    expect(await found(ids.own, '欧阳', token)).toEqual([])
  })
})
