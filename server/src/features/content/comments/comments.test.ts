import { randomUUID } from 'node:crypto'
import { commentsContract } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { commentsErrors } from '@atrium/contract/features/content/comments/comments.errors.ts'
import { toMention } from '@atrium/contract/features/content/comments/mentions.ts'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { sendFileTo } from '../../../../test/send-file.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { list, add, update, withdraw, remove, attach, download } = commentsContract
const writing = ['sysUsers:get', 'sysUsers:list', 'sysComments:add']

let app: TestApp
let stage: NarrowStage
let row: { id: string }
let writer: Awaited<ReturnType<NarrowStage['buildMember']>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createNarrowStage(app)
  row = await stage.buildMember(stage.south)
  writer = await stage.buildMember(null, writing, 'all')
  token = await app.signIn(writer)
})

const say = (text: string, part: object = {}, by = token) =>
  app.call(add, { body: { entity: 'user', id: row.id, text, fileIds: [], ...part } }, by)
const readAll = (by = token, id = row.id) => app.call(list, { query: { entity: 'user', id, size: 100 } }, by)
const find = async (id: string | undefined, by = token) => (await readAll(by)).data?.find((each) => each.id === id)
const nameOf = async (id: string) => String((await app.sql('select name from users where id = $1', [id]))[0]?.name)
const mailsTo = async ({ id }: { id: string }) => {
  const mail = `${id}@example.com`
  await expect.poll(async () => (await app.sql(`select from messages where state = 'queued'`)).length).toBe(0)
  return (await app.outbox()).filter(({ to }) => to === mail)
}
const giveMail = ({ id }: { id: string }) =>
  app.sql(`update users set email = id || '@example.com' where id = $1`, [id])

describe('a comment', () => {
  it('is written, changed and deleted by its author, with a trace of each', async () => {
    const { data } = await say('请核对手机号\n谢谢')
    const id = data?.id ?? ''
    expect(await find(id)).toMatchObject({
      text: '请核对手机号\n谢谢',
      author: { id: writer.id },
      own: true,
      editTime: null,
      removed: null,
      version: 1,
    })
    expect((await app.call(update, { params: { id }, body: { text: '已核对', version: 1 } }, token)).code).toBe(0)
    expect(await find(id)).toMatchObject({ text: '已核对', editTime: expect.any(String), version: 2 })
    const stale = await app.call(update, { params: { id }, body: { text: '旧', version: 1 } }, token)
    expect(stale.code).toBe(409)
    expect((await app.call(withdraw, { params: { id } }, token)).code).toBe(0)
    expect(await find(id)).toMatchObject({ text: '', removed: { by: { id: writer.id } } })
    expect(await app.call(withdraw, { params: { id } }, token)).toMatchObject(commentsErrors.gone)
    const logged = await app.sql('select event, after, before from audit_log where entity_id = $1 order by seq', [id])
    expect(logged.map(({ event }) => event)).toEqual(['comment.added', 'comment.updated', 'comment.withdrawn'])
    expect(JSON.stringify(logged)).not.toContain('核对')
  })

  it('of another is deleted by permission alone, and changed by no one else', async () => {
    const id = (await say('别人的')).data?.id ?? ''
    const other = await stage.signInWide(...writing)
    const change = { params: { id }, body: { text: '改', version: 1 } }
    expect(await app.call(update, change, other)).toMatchObject(commentsErrors.ofOthers)
    expect(await app.call(withdraw, { params: { id } }, other)).toMatchObject(commentsErrors.ofOthers)
    expect((await app.call(remove, { params: { id } }, other)).code).toBe(403)
    const moderator = await stage.signInWide('sysUsers:get', 'sysComments:delete')
    expect((await app.call(remove, { params: { id } }, moderator)).code).toBe(0)
    expect(await find(id)).toMatchObject({ text: '', own: true })
  })

  it('is seen by those who may read the row, and by no one else', async () => {
    const id = (await say('只给看得见的人')).data?.id ?? ''
    const reader = await stage.signInWide('sysUsers:get')
    expect(await find(id, reader)).toMatchObject({ text: '只给看得见的人', own: false })
    const strangers = [
      await stage.signInNorth(...writing, 'sysComments:delete'),
      await app.signIn(
        await buildUser(app, {
          companyId: await buildCompany(app, '乙公司'),
          permissions: [...writing, 'sysComments:delete'],
        }),
      ),
    ]
    for (const stranger of strangers) {
      expect((await readAll(stranger)).code).toBe(404)
      expect((await say('看不见', {}, stranger)).code).toBe(404)
      for (const act of [withdraw, remove]) expect((await app.call(act, { params: { id } }, stranger)).code).toBe(404)
    }
    const unpermitted = await stage.signInWide('sysComments:add')
    expect([(await readAll(unpermitted)).code, (await say('没有权限', {}, unpermitted)).code]).toEqual([403, 403])
    expect((await readAll('')).status).toBe(401)
    expect((await readAll(token, randomUUID())).code).toBe(404)
    const query = { entity: 'nothing', id: row.id }
    expect((await app.call(list, { query }, token)).code).toBe(404)
  })

  it('refuses texts that are empty, too long or hide something', async () => {
    for (const text of ['', ' \n ', '看\u202E不见', '零\u200B宽', '长'.repeat(2001)])
      expect((await say(text)).code).toBe(400)
  })
  it('keeps markup as it was written', async () => {
    const text = '<img src=x onerror=alert(1)> **粗** مرحبا'
    expect(await find((await say(text)).data?.id)).toMatchObject({ text })
  })

  it('goes with its row, and its author is named as long as the account is there', async () => {
    const leaving = await stage.buildMember(null, writing, 'all')
    const gone = await stage.buildMember(stage.south)
    const body = { entity: 'user', id: gone.id, text: '再见', fileIds: [] }
    await app.call(add, { body }, await app.signIn(leaving))
    const kept = (await say(`留下的话 ${toMention(leaving.id)}`)).data?.id
    const own = (await say('我的', {}, await app.signIn(leaving))).data?.id
    expect(await find(kept)).toMatchObject({ people: [{ id: leaving.id, name: await nameOf(leaving.id) }] })
    await app.sql('delete from users where id = any($1)', [[gone.id, leaving.id]])
    expect(await app.sql('select from comments where entity_id = $1', [gone.id])).toEqual([])
    expect(await find(kept)).toMatchObject({ people: [] })
    expect(await find(own)).toMatchObject({ author: { id: '', name: '已注销用户' }, text: '我的' })
  })

  it('is written on a visit, and stays in the visited company', async () => {
    const visit = await createVisitStage(app, [
      'sysCompanys:switch',
      'sysCompanys:list',
      'sysUsers:list',
      'sysUsers:get',
      'sysComments:add',
    ])
    const { token: guest } = await visit.enter()
    const about = { entity: 'user', id: visit.admin.id }
    const added = await app.call(add, { body: { ...about, text: '来访说明', fileIds: [] } }, guest)
    expect(added.code).toBe(0)
    const seen = (await app.call(list, { query: about }, visit.adminToken)).data
    expect(seen).toMatchObject([{ text: '来访说明', own: false }])
    expect(seen?.[0]?.author.name).toContain('（')
    await visit.quit(guest)
    expect((await app.call(list, { query: about }, visit.home.token)).code).toBe(404)
    const { token: viewer } = await visit.enter({ mode: 'view' })
    expect((await app.call(list, { query: about }, viewer)).data).toMatchObject([{ own: true }])
    expect((await app.call(add, { body: { ...about, text: '只读', fileIds: [] } }, viewer)).code).not.toBe(0)
  })
})

describe('a mention', () => {
  it('reaches who may see the row, also with read rights alone, and names the others to the author', async () => {
    const [reader, blind, narrow] = [
      await stage.buildMember(null, ['sysUsers:get'], 'all'),
      await stage.buildMember(null, [], 'all'),
      await stage.buildMember(stage.north, ['sysUsers:get']),
    ]
    for (const person of [reader, blind, narrow]) await giveMail(person)
    const text = `${[reader, blind, narrow, writer].map(({ id }) => toMention(id)).join(' ')} 请看`
    const added = await say(text)
    expect(added.data?.unreached.map(({ id }) => id).toSorted()).toEqual([blind.id, narrow.id].toSorted())
    expect(await mailsTo(reader)).toMatchObject([{ values: { title: await nameOf(row.id) } }])
    expect([...(await mailsTo(blind)), ...(await mailsTo(narrow))]).toEqual([])
    const id = added.data?.id ?? ''
    await app.call(update, { params: { id }, body: { text: `${text}！`, version: 1 } }, token)
    expect(await mailsTo(reader)).toHaveLength(1)
  })

  it('is refused of people whom the author may not see, and of more than ten', async () => {
    const hidden = await stage.buildMember(stage.north)
    const own = await stage.buildMember(stage.south, writing)
    const by = await app.signIn(own)
    for (const id of [hidden.id, randomUUID()])
      expect(await say(`${toMention(id)} 在吗`, {}, by)).toMatchObject(commentsErrors.noSuchPerson)
    const many = Array.from({ length: 11 }, () => toMention(randomUUID())).join(' ')
    expect((await say(many)).code).toBe(400)
  })
})

describe('a file of a comment', () => {
  const bytes = Buffer.from('附件内容')
  const store = async (by = token): Promise<string> =>
    (await sendFileTo(app, attach.path, by, { bytes, name: '说明.txt' })).data.id
  const fetch = (id: string, fileId: string, by = token) => app.call(download, { params: { id, fileId } }, by)

  it('is sent to those who may see the row, and goes with the comment', async () => {
    const file = await store()
    const id = (await say('见附件', { fileIds: [file] })).data?.id ?? ''
    expect(await find(id)).toMatchObject({ files: [{ id: file, name: '说明.txt', size: bytes.length, ready: true }] })
    expect((await fetch(id, file)).raw.toString()).toBe('附件内容')
    expect((await fetch(id, file, await stage.signInNorth('sysUsers:get'))).code).toBe(404)
    const keeper = await stage.signInWide('sysUploads:list')
    expect((await app.call(uploadsContract.file, { params: { id: file } }, keeper)).code).not.toBe(0)
    await app.call(withdraw, { params: { id } }, token)
    expect([(await fetch(id, file)).code, await find(id)]).toMatchObject([commentsErrors.gone.code, { files: [] }])
  })
  it('is the author’s own, and used once', async () => {
    const other = await stage.signInWide(...writing)
    const theirs = await store(other)
    const own = await store()
    expect((await say('一次', { fileIds: [own] })).code).toBe(0)
    for (const fileId of [own, theirs, randomUUID()])
      expect(await say('再次', { fileIds: [fileId] })).toMatchObject(commentsErrors.foreignFile)
  })
})
