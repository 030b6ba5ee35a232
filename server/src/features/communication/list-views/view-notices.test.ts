import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import { maxNotifying } from '@atrium/contract/features/communication/list-views/max-views.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'

// Looks are asked for, and made by the queue in its own time.
vi.setConfig({ testTimeout: 90_000 })

const { views, saveView, updateView } = listViewsContract
const list = 'sysUsers.list'

let app: TestApp
let stage: NarrowStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createNarrowStage(app)
})

/** Someone of the northern branch with a view that reminds them. */
const watch = async ({ permissions = ['sysUsers:list'], query = 'sort=name&size=10' } = {}) => {
  const user = await stage.buildMember(stage.north, permissions)
  await app.sql(`update users set email = id || '@example.com' where id = $1`, [user.id])
  const token = await app.signIn(user)
  const saved = await app.call(saveView, { body: { list, name: `新人${user.id.slice(-8)}`, query } }, token)
  const id = saved.data?.id ?? ''
  const change = (notify: 'off' | 'hourly' | 'daily') =>
    app.call(updateView, { params: { id }, body: { notify } }, token)
  expect((await change('hourly')).code).toBe(0)
  return { user, token, id, change }
}
type Watch = Awaited<ReturnType<typeof watch>>
/** Makes a view due, and waits until it has been looked at. */
const lookNow = async ({ id }: Watch) => {
  await app.sql(`update list_views set notify_at = now() - interval '1 second' where id = $1`, [id])
  await app.database.transact({ reach: 'platform' }, (db) => fireTrigger(db, { name: 'views.notify' }))
  const isDue = async () => (await app.sql('select from list_views where id = $1 and notify_at <= now()', [id])).length
  await expect.poll(isDue, { timeout: 20_000 }).toBe(0)
  // The next look waits for the end of this one.
  await expect.poll(async () => (await app.sql(`select from messages where state = 'queued'`)).length).toBe(0)
}
const mailsTo = async ({ user }: Watch) =>
  (await app.outbox()).filter(({ to }) => to === `${user.id}@example.com`).map(({ values }) => values)
const expectMails = (watched: Watch, mails: readonly object[]) =>
  expect.poll(() => mailsTo(watched), { timeout: 20_000 }).toMatchObject(mails)
const readView = async ({ id, token }: Watch) =>
  (await app.call(views, { query: { list } }, token)).data?.find((view) => view.id === id)

describe('a view that reminds', () => {
  it('tells of rows that are new to its owner, once, with their row scope and search', async () => {
    const watched = await watch({ query: 'search=%E6%88%90%E5%91%98&size=10&page=3' })
    expect(await readView(watched)).toMatchObject({ notify: 'hourly', stopped: '' })
    await stage.buildMember(stage.south)
    await stage.buildMember(stage.north)
    await stage.buildMember(stage.north)
    const unsearched = await stage.buildMember(stage.north)
    await app.sql(`update users set name = '别人' where id = $1`, [unsearched.id])
    await lookNow(watched)
    const link = expect.stringContaining('/console/web/sys/users?search=')
    await expectMails(watched, [{ items: '2', title: `新人${watched.user.id.slice(-8)}`, link }])
    await stage.buildMember(stage.north)
    await lookNow(watched)
    await expectMails(watched, [{ items: '2' }, { items: '1' }])
  })

  it('links to the page where operators have moved its menu', async () => {
    const watched = await watch()
    const move = (path: string) =>
      app.sql(
        `update menus set metadata = jsonb_set(metadata, '{path}', to_jsonb($1::text)) where code = 'sys.users'`,
        [path],
      )
    await stage.buildMember(stage.north)
    await move('staff/people')
    await lookNow(watched)
    await expectMails(watched, [{ link: expect.stringContaining('/console/web/staff/people?sort=name') }])
    await move('sys/users')
  })

  it('stops and says so when its owner may no longer read the list, or has not come for long', async () => {
    const [demoted, away] = [await watch(), await watch()]
    await app.sql('delete from role_elements where role_id = $1', [demoted.user.roleId])
    await app.sql(`update sessions set last_seen_at = now() - interval '31 days' where user_id = $1`, [away.user.id])
    await stage.buildMember(stage.north)
    for (const watched of [demoted, away]) await lookNow(watched)
    const stored = (id: string) =>
      app.sql('select notify, notify_stopped as stopped from list_views where id = $1', [id])
    await expect.poll(() => stored(away.id)).toEqual([{ notify: null, stopped: listViewsErrors.unused.msg }])
    await expect.poll(() => stored(demoted.id)).toMatchObject([{ notify: null, stopped: expect.stringMatching(/./) }])
    expect([...(await mailsTo(demoted)), ...(await mailsTo(away))]).toEqual([])
    expect((await away.change('daily')).code).toBe(0)
    expect(await readView(away)).toMatchObject({ notify: 'daily', stopped: '' })
    expect((await away.change('off')).code).toBe(0)
    expect(await app.sql('select notify_at from list_views where id = $1', [away.id])).toEqual([{ notify_at: null }])
  })

  it(`is one of at most ${maxNotifying}, of a list that knows its newest rows`, async () => {
    const watched = await watch()
    const answers: number[] = []
    for (let at = 0; at < maxNotifying; at += 1) {
      const { data } = await app.call(saveView, { body: { list, name: `视图${at}`, query: '' } }, watched.token)
      const params = { id: data?.id ?? '' }
      answers.push((await app.call(updateView, { params, body: { notify: 'daily' } }, watched.token)).code)
    }
    expect(answers).toEqual([
      ...Array.from({ length: maxNotifying - 1 }, () => 0),
      listViewsErrors.tooManyNotifying.code,
    ])
    const other = await app.call(
      saveView,
      { body: { list: 'sysMessageTemplates.list', name: '在线', query: '' } },
      watched.token,
    )
    const params = { id: other.data?.id ?? '' }
    expect(await app.call(updateView, { params, body: { notify: 'daily' } }, watched.token)).toMatchObject(
      listViewsErrors.notWatchable,
    )
    expect((await app.call(views, { query: { list: 'sysMessageTemplates.list' } }, watched.token)).data).toMatchObject([
      { notify: null },
    ])
  })
})
