import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { eventually } from '../../../../test/messaging.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const english = { 'accept-language': 'en' }
const text = { title: 'Maintenance', summary: 'On Saturday', content: '<p onclick="x">Closed</p>' }
const chinese = { title: '停机维护', summary: '周六', content: '<p>停机</p>' }

let app: TestApp
let stage: NoticeStage
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
})

describe('a notice in two languages', () => {
  it('is read by each in theirs: in the list, its search, the text, the workbench and the former texts', async () => {
    const { token, readerToken } = await stage.enter('双语公司')
    const id = await stage.publish({ ...chinese, translations: { en: text } }, token)
    const list = async (headers: Record<string, string>, search = '') =>
      (await app.call(publishedNoticesContract.published, { query: { search } }, readerToken, headers)).data?.map(
        ({ title, summary, language }) => [title, summary, language],
      )
    expect(await list({})).toEqual([['停机维护', '周六', 'zh-CN']])
    expect(await list(english)).toEqual([['Maintenance', 'On Saturday', 'en']])
    expect([await list(english, 'saturday'), await list({}, 'saturday'), await list(english, '停机')]).toEqual([
      [['Maintenance', 'On Saturday', 'en']],
      [],
      [],
    ])
    const read = async (headers: Record<string, string>) =>
      (await app.call(publishedNoticesContract.publishedGet, { params: { id } }, readerToken, headers)).data
    expect(await read({})).toMatchObject({ ...chinese, language: 'zh-CN' })
    expect(await read(english)).toMatchObject({ ...text, content: '<p>Closed</p>', language: 'en' })
    expect(await read({ 'accept-language': 'fr' })).toMatchObject(chinese)
    const waiting = async (headers: Record<string, string>) =>
      JSON.stringify((await app.call(workbenchContract.read, {}, readerToken, headers)).data?.notices)
    expect([await waiting({}), await waiting(english)]).toEqual([
      expect.stringContaining('停机维护'),
      expect.stringContaining('Maintenance'),
    ])
    // One receipt, whatever the language.
    await stage.read(id, readerToken)
    expect(await stage.bell(readerToken)).toMatchObject({ unread: 0 })
    await stage.edit(id, token, { translations: { en: { ...text, title: 'Closed on Sunday' } } })
    expect(await list(english)).toEqual([['Closed on Sunday', 'On Saturday', 'en']])
    const { data: former } = await app.call(noticesContract.revisions, { params: { id } }, token)
    expect(former).toMatchObject([{ title: '停机维护', translations: { en: { title: 'Maintenance' } } }])
  })

  it('shows its author which languages it has, finds it by each title, and keeps what an edit leaves out', async () => {
    const { token } = await stage.enter('作者公司')
    const id = await stage.add({ ...chinese, translations: { en: text } }, token)
    const listed = async (search: string) =>
      (await app.call(noticesContract.list, { query: { search } }, token)).data?.map(({ title, languages }) => [
        title,
        languages,
      ])
    expect([await listed('maint'), await listed('停机'), await listed('none')]).toEqual([
      [['停机维护', ['en']]],
      [['停机维护', ['en']]],
      [],
    ])
    await stage.edit(id, token, { title: '改了' })
    expect(await stage.get(id, token)).toMatchObject({
      title: '改了',
      language: 'zh-CN',
      translations: { en: { ...text, content: '<p>Closed</p>' } },
    })
    await stage.edit(id, token, { translations: {} })
    expect(await stage.get(id, token)).toMatchObject({ languages: [], translations: {} })
  })

  it('is written in the language of its author, with Chinese beside it', async () => {
    const { token, readerToken } = await stage.enter('英文公司')
    const body = { type: 'notice' as const, ...text, target: { scope: 'all' as const, ids: [] } }
    const { data } = await app.call(
      noticesContract.create,
      { body: { ...body, translations: { 'zh-CN': chinese } } },
      token,
      english,
    )
    await stage.issue(data?.id ?? '', token)
    const read = async (headers: Record<string, string>) =>
      (await app.call(publishedNoticesContract.published, { query: {} }, readerToken, headers)).data?.[0]?.title
    expect([await read(english), await read({}), await read({ 'accept-language': 'fr' })]).toEqual([
      'Maintenance',
      '停机维护',
      '停机维护',
    ])
  })

  it('is checked as its first text is, for a language that the product speaks', async () => {
    const { token } = await stage.enter('检查公司')
    const add = (translations: object) =>
      app.call(
        noticesContract.create,
        {
          body: {
            type: 'notice',
            ...chinese,
            target: { scope: 'all', ids: [] },
            translations: unchecked(translations),
          },
        },
        token,
      )
    expect(await add({ fr: text })).toMatchObject({ code: 5033, errors: [{ field: 'translations' }] })
    expect(await add({ en: { ...text, title: '' } })).toMatchObject({
      code: 400,
      errors: [{ field: 'translations.en.title', msg: '请输入标题' }],
    })
    expect(await add({ en: { ...text, content: '<script>1</script>' } })).toMatchObject({
      errors: [{ field: expect.stringContaining('translations.en.content'), msg: '请输入正文' }],
    })
  })

  it('is sent to each in theirs', async () => {
    const { token, reader, readerToken, author, companyId } = await stage.enter('邮件公司')
    await app.sql(`update users set email = account || '@example.com' where company_id = $1`, [companyId])
    await app.call(accountContract.setLanguage, { body: { language: 'en' } }, readerToken)
    const id = await stage.add({ ...chinese, translations: { en: text } }, token)
    await stage.issue(id, token, { channels: ['mail'] })
    await eventually(async () => {
      const sent = await app.outbox()
      const to = (account: string) => sent.find((each) => each.to === `${account}@example.com`)
      expect([to(author.account), to(reader.account)]).toMatchObject([
        { title: '公告：停机维护', text: expect.stringContaining('周六') },
        { title: expect.stringContaining('Maintenance'), text: expect.stringContaining('On Saturday') },
      ])
      expect(to(reader.account)?.text).not.toMatch(/\p{Script=Han}/u)
    })
  })

  it('is shown to visitors of the portal in theirs, from caches that tell languages apart', async () => {
    const admin = await app.signIn()
    const id = await stage.publish(
      { ...chinese, target: { scope: 'portal', ids: [] }, translations: { en: text } },
      admin,
    )
    const read = (headers: Record<string, string>) =>
      app.call(publicNewsContract.get, { params: { id } }, undefined, headers)
    const [first, second] = [await read({}), await read(english)]
    expect([first.data?.title, second.data?.title]).toEqual(['停机维护', 'Maintenance'])
    expect(second.headers.vary).toContain('accept-language')
    expect(first.headers.etag).not.toBe(second.headers.etag)
    const { data } = await app.call(publicNewsContract.published, { query: { search: 'mainten' } }, undefined, english)
    expect(data?.map((row) => row.id)).toEqual([id])
  })

  it('leaves nothing of its translations when it is deleted', async () => {
    const { token } = await stage.enter('删除公司')
    const id = await stage.add({ ...chinese, translations: { en: text } }, token)
    await app.call(noticesContract.remove, { params: { id } }, token)
    const rows = await app.sql(`select translations from notices where id = $1`, [id])
    expect(rows.filter(({ translations }) => JSON.stringify(translations) !== '{}')).toEqual([])
  })
})
