import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'
import { readEvents } from '../../../../test/read-events.ts'
import { noticesRepository } from './notices.repository.ts'

const { publishedGet, readAll } = publishedNoticesContract
const { list, revoke, reach } = noticesContract
type Company = Awaited<ReturnType<NoticeStage['enter']>>

let app: TestApp
let stage: NoticeStage
let company: Company
let other: Company
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  company = await stage.enter('甲公司')
  other = await stage.enter('乙公司')
})

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const mine = async (id: string, token: string) => (await app.call(publishedGet, { params: { id } }, token)).data?.mine
const readReceipts = (id: string) =>
  app.sql(
    `select user_id, revision, acked_at is not null as acked, acked_revision from notice_receipts where notice_id = $1`,
    [id],
  )

describe('the bell', () => {
  it('counts what is unread, what is to be confirmed, and knows when it changes by itself', async () => {
    const { token, readerToken, companyId } = await stage.enter('铃铛公司')
    const [first, second] = [await stage.publish({ title: '一' }, token), await stage.publish({ ack: true }, token)]
    const scheduled = await stage.add({}, token)
    await stage.issue(scheduled, token, { startTime: later(30) })
    expect(await stage.bell(readerToken)).toMatchObject({
      unread: 2,
      unacked: 1,
      nextSeconds: expect.any(Number),
    })
    expect(await stage.listed(readerToken)).toEqual([second, first])
    expect((await stage.read(first, readerToken)).code).toBe(0)
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 1 })
    expect(await stage.listed(readerToken, { 'f.state': 'unread' })).toEqual([second])
    expect((await app.call(readAll, {}, readerToken)).code).toBe(0)
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 1, unacked: 1 })
    await app.sql('delete from notices where company_id = $1', [companyId])
    expect(await stage.bell(readerToken)).toEqual({ unread: 0, unacked: 0, nextSeconds: null })
  })
  it('counts among the newest ones, and forgets none that is to be confirmed', async () => {
    const { companyId, token, readerToken, reader } = await stage.enter('历史公司')
    const old = await stage.publish({ ack: true }, token)
    await app.sql(`update notices set starts_at = now() - interval '1 year' where id = $1`, [old])
    await app.sql(
      `with read as (
         insert into notices (company_id, id, type, title, content, scope, state, starts_at, created_by, updated_by)
         select $1, gen_random_uuid(), 'notice', '旧', '<p>旧</p>', 'all', 'issued', now() - make_interval(hours => n), '{}', '{}'
         from generate_series(1, 510) n returning id)
       insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision) select $1, id, $2, $1, 1 from read`,
      [companyId, reader.id],
    )
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 0, unacked: 1 })
    await stage.publish({}, token)
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 1, unacked: 1 })
  })
  it('is pushed to the open consoles of the company, on every node, and to no others', async () => {
    const node = await createTestApp({ sharedDatabase: app })
    const own = await readEvents(app, company.readerToken)
    const far = await readEvents(node, await node.signIn(company.author))
    const foreign = await readEvents(node, await node.signIn(other.reader))
    const streams = [own, far, foreign]
    await expect.poll(() => streams.every(({ reading }) => reading.position !== ''), { timeout: 5000 }).toBe(true)
    const id = await stage.publish({}, company.token)
    const heard = () => streams.map(({ listData }) => listData('news').length)
    await expect.poll(heard, { timeout: 5000 }).toEqual([1, 1, 0])
    await app.call(revoke, { params: { id }, body: { reason: '撤' } }, company.token)
    await expect.poll(heard, { timeout: 5000 }).toEqual([2, 2, 0])
    await stage.add({}, company.token)
    const root = await app.signIn()
    const platform = await stage.publish({}, root)
    await expect.poll(heard, { timeout: 5000 }).toEqual([3, 3, 1])
    await app.call(revoke, { params: { id: platform }, body: { reason: '撤' } }, root)
    await expect.poll(heard, { timeout: 5000 }).toEqual([4, 4, 2])
  })
  it('is pushed to those alone whom a target names, before and after it changes', async () => {
    const root = await app.signIn()
    const crowd = await stage.enter('点名公司')
    const author = await readEvents(app, crowd.token)
    const reader = await readEvents(app, crowd.readerToken)
    const foreign = await readEvents(app, other.readerToken)
    const streams = [author, reader, foreign]
    await expect.poll(() => streams.every(({ reading }) => reading.position !== ''), { timeout: 5000 }).toBe(true)
    const heard = () => streams.map(({ listData }) => listData('news').length)
    const id = await stage.publish({ target: { scope: 'user', ids: [crowd.reader.id] } }, crowd.token)
    await expect.poll(heard, { timeout: 5000 }).toEqual([0, 1, 0])
    await stage.edit(id, crowd.token, { target: { scope: 'user', ids: [crowd.author.id] } })
    await expect.poll(heard, { timeout: 5000 }).toEqual([1, 2, 0])
    await stage.publish({ target: { scope: 'company', ids: [other.companyId] } }, root)
    await expect.poll(heard, { timeout: 5000 }).toEqual([1, 2, 1])
  })
})

describe('a reader', () => {
  it('leaves one receipt, and confirms once', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    expect(await readReceipts(id)).toEqual([])
    for (const note of [stage.read, stage.read, stage.ack, stage.ack, stage.read])
      expect((await note(id, company.readerToken)).code).toBe(0)
    expect(await readReceipts(id)).toEqual([
      { user_id: company.reader.id, revision: 1, acked: true, acked_revision: 1 },
    ])
    expect(await mine(id, company.readerToken)).toMatchObject({ read: true, acked: true })
    const audited = await app.sql(
      `select actor_id from audit_log where event = 'notice.confirmed' and entity_id = $1 and ok`,
      [id],
    )
    expect(audited).toEqual([{ actor_id: company.reader.id }])
    const plain = await stage.publish({}, company.token)
    expect((await stage.ack(plain, company.readerToken)).code).toBe(noticesErrors.notToConfirm.code)
  })
  it('sees an update, and reads and confirms again if asked to', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    await stage.ack(id, company.readerToken)
    await stage.edit(id, company.token, { title: '小改' })
    expect(await mine(id, company.readerToken)).toMatchObject({ read: true, acked: true })
    expect((await app.call(publishedGet, { params: { id } }, company.readerToken)).data).toMatchObject({
      title: '小改',
      updateTime: expect.any(String),
    })
    await stage.edit(id, company.token, { title: '大改', renew: true })
    expect(await mine(id, company.readerToken)).toEqual({ read: false, acked: false, ackedTime: null })
    await stage.read(id, company.readerToken, 3)
    expect(await mine(id, company.readerToken)).toMatchObject({ read: true, acked: false })
    await stage.ack(id, company.readerToken, 3)
    expect(await readReceipts(id)).toEqual([
      { user_id: company.reader.id, revision: 3, acked: true, acked_revision: 3 },
    ])
  })
  it('confirms the text they have seen, not a later one', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    await stage.ack(id, company.readerToken)
    await stage.edit(id, company.token, { title: '小改' })
    await stage.read(id, company.readerToken, 2)
    const before = [{ user_id: company.reader.id, revision: 2, acked: true, acked_revision: 1 }]
    expect(await readReceipts(id)).toEqual(before)
    await stage.edit(id, company.token, { title: '大改', renew: true })
    for (const note of [stage.read, stage.ack])
      expect(await note(id, company.readerToken, 2)).toMatchObject({
        code: noticesErrors.outdatedText.code,
        msg: '内容已更新，请重新阅读',
      })
    expect(await readReceipts(id)).toEqual(before)
    expect((await app.call(publishedGet, { params: { id } }, company.readerToken)).data?.revision).toBe(3)
    // No text is later than the present one.
    expect((await stage.ack(id, company.readerToken, 9)).code).toBe(0)
    expect(await readReceipts(id)).toMatchObject([{ revision: 3, acked_revision: 3 }])
  })
  it('leaves a receipt while an author holds the notice', async () => {
    const id = await stage.publish({}, company.token)
    await app.database.transact({ reach: 'company', companyId: company.companyId }, async (db) => {
      await noticesRepository.findForUpdate(db, { companyId: company.companyId, id })
      expect((await stage.read(id, company.readerToken)).code).toBe(0)
    })
    expect(await readReceipts(id)).toMatchObject([{ revision: 1 }])
  })
  it('sees nothing, and leaves nothing, of what does not reach them', async () => {
    const ids = [
      await stage.publish({ target: { scope: 'user', ids: [company.author.id] } }, company.token),
      await stage.publish({}, other.token),
      await stage.add({}, company.token),
    ]
    for (const id of ids) {
      expect((await app.call(publishedGet, { params: { id } }, company.readerToken)).code).toBe(404)
      expect((await stage.ack(id, company.readerToken)).code).toBe(404)
      await stage.read(id, company.readerToken)
      expect(await readReceipts(id)).toEqual([])
    }
  })
  it('finds notices: pinned ones first, then unread ones, then the newest', async () => {
    const { token, readerToken } = await stage.enter('排序公司')
    const old = await stage.publish({ title: '旧', summary: '摘要里的词' }, token)
    const pinned = await stage.publish({ title: '置顶', top: true }, token)
    const news = await stage.publish({ title: '新闻', type: 'news' }, token)
    for (const id of [pinned, news]) await stage.read(id, readerToken)
    expect(await stage.listed(readerToken)).toEqual([pinned, old, news])
    expect(await stage.listed(readerToken, { 'f.state': 'unread' })).toEqual([old])
    expect(await stage.listed(readerToken, { 'f.type': 'news' })).toEqual([news])
    expect(await stage.listed(readerToken, { search: '里的' })).toEqual([old])
  })
  it('reads what is for the public without leaving receipts', async () => {
    const { token, readerToken } = await stage.enter('门户公司')
    const id = await stage.publish({ target: { scope: 'portal', ids: [] } }, token)
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 0 })
    expect(await stage.listed(readerToken)).toEqual([id])
    expect(await stage.listed(other.readerToken)).not.toContain(id)
    await stage.read(id, readerToken)
    expect(await readReceipts(id)).toEqual([])
  })
})

describe('a target', () => {
  /** Deterministic choices, the same in every run. */
  const createChoices = (seed: number) => {
    let state = seed
    const next = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return Math.floor((state / 2147483648) * below)
    }
    return { next, pick: <T>(from: readonly T[]): T => from[next(from.length)] as T }
  }
  it('reaches exactly those whom it names now, also after moves', async () => {
    const { companyId, token, author } = await stage.enter('移动公司')
    const { next, pick } = createChoices(7)
    const top = await stage.addOrg(companyId)
    const orgs = [
      top,
      await stage.addOrg(companyId, top),
      await stage.addOrg(companyId, top),
      await stage.addOrg(companyId),
    ]
    orgs.push(await stage.addOrg(companyId, orgs[1]))
    const roles = [await buildRole(app, { companyId }), await buildRole(app, { companyId })]
    const people = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const user = await buildUser(app, { companyId })
        return { id: user.id, token: await app.signIn(user), orgs: new Set<string>(), roles: new Set<string>() }
      }),
    )
    type Target = { scope: 'org' | 'role' | 'user' | 'all'; ids: string[] }
    const anyTarget = (): Target => {
      const scope = pick(['org', 'role', 'user', 'all'] as const)
      const from = { org: orgs, role: roles, user: people, all: [] }[scope].map(({ id }) => id)
      return { scope, ids: from.length === 0 ? [] : [...new Set([pick(from), pick(from)])] }
    }
    const notices = new Map<string, Target>()
    for (let count = 0; count < 12; count += 1) {
      const target = anyTarget()
      notices.set(await stage.publish({ target }, token), target)
    }
    const isAbove = (above: string, below: string) => orgs.find(({ id }) => id === below)?.path.includes(above) === true
    const reaches = ({ scope, ids }: Target, person: (typeof people)[number]) =>
      scope === 'all' ||
      (scope === 'user' && ids.includes(person.id)) ||
      (scope === 'role' && ids.some((id) => person.roles.has(id))) ||
      (scope === 'org' && ids.some((id) => [...person.orgs].some((own) => isAbove(id, own))))
    /** An organisation moves with those below it, never below itself. */
    const moveOrg = async () => {
      const moved = pick(orgs)
      const above = pick(orgs)
      if (isAbove(moved.id, above.id)) return
      const [from, to] = [moved.path, `${above.path}${moved.id}/`]
      await app.sql('update orgs set parent_id = $3 where company_id = $1 and id = $2', [companyId, moved.id, above.id])
      await app.sql(
        `update orgs set path = $3 || substr(path, length($2) + 1) where company_id = $1 and starts_with(path, $2)`,
        [companyId, from, to],
      )
      for (const org of orgs) if (org.path.startsWith(from)) org.path = to + org.path.slice(from.length)
    }
    const toggle = async (person: (typeof people)[number]) => {
      const [kind, { id }] = next(2) === 0 ? (['orgs', pick(orgs)] as const) : (['roles', pick(roles)] as const)
      const [table, column] = kind === 'orgs' ? ['user_orgs', 'org_id'] : ['user_roles', 'role_id']
      const isIn = person[kind].delete(id)
      if (!isIn) person[kind].add(id)
      const text = isIn
        ? `delete from ${table} where company_id = $1 and user_id = $2 and ${column} = $3`
        : `insert into ${table} (company_id, user_id, ${column}) values ($1, $2, $3)`
      await app.sql(text, [companyId, person.id, id])
    }
    for (let round = 0; round < 24; round += 1) {
      const person = pick(people)
      await (next(4) === 0 ? moveOrg() : toggle(person))
      const expected = [...notices].flatMap(([id, target]) => (reaches(target, person) ? id : []))
      expect((await stage.listed(person.token)).sort()).toEqual(expected.sort())
    }
    for (const { scope, ids } of notices.values()) {
      const { data } = await app.call(reach, { query: { scope, ids: ids.join() } }, token)
      const named = people.filter((person) => reaches({ scope, ids }, person)).length
      // The author holds neither the roles nor a place in the tree.
      expect([scope, ids, data?.people]).toEqual([scope, ids, named + (scope === 'all' ? 2 : 0)])
    }
    expect(author.companyId).toBe(companyId)
  })
  it('of the platform is all companies, or the named ones with their people alone', async () => {
    const root = await app.signIn()
    const one = await stage.publish({ target: { scope: 'company', ids: [company.companyId] } }, root)
    const all = await stage.publish({ ack: true }, root)
    expect(await stage.listed(company.readerToken)).toEqual(expect.arrayContaining([one, all]))
    expect(await stage.listed(other.readerToken)).toContain(all)
    expect(await stage.listed(other.readerToken)).not.toContain(one)
    expect(await stage.listed(root)).not.toContain(one)
    expect((await app.call(publishedGet, { params: { id: one } }, other.readerToken)).code).toBe(404)
    await stage.ack(all, other.readerToken)
    expect((await app.call(publishedGet, { params: { id: all } }, other.readerToken)).data).toMatchObject({
      platform: true,
      mine: { acked: true },
    })
    const listed = (await app.call(list, { query: {} }, root)).data ?? []
    expect(listed.find(({ id }) => id === all)).toMatchObject({ reads: 1, acks: 1 })
  })
})
