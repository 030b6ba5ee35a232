import { randomUUID } from 'node:crypto'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

const operations = ['list', 'add', 'edit', 'delete', 'issue', 'revoke', 'receipts']
export const authorPermissions = operations.map((each) => `sysNews:${each}`)

type Write = RequestOf<typeof noticesContract.create>['body']
export const toDraft = (rest: Partial<Write> = {}): Write => ({
  type: 'notice',
  title: '停机维护通知',
  summary: '',
  content: '<p>周六停机</p>',
  target: { scope: 'all', ids: [] },
  ...rest,
})

/** Writes, publishes and reads notices over HTTP. */
export const createNoticeStage = (app: TestApp) => {
  const add = async (rest: Partial<Write>, token: string): Promise<string> => {
    const { data, msg, errors } = await app.call(noticesContract.create, { body: toDraft(rest) }, token)
    if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`)
    return data.id
  }
  const get = async (id: string, token: string) => {
    const { data, msg } = await app.call(noticesContract.get, { params: { id } }, token)
    if (!data) throw new Error(msg)
    return data
  }
  type Times = Partial<Omit<RequestOf<typeof noticesContract.issue>['body'], 'version'>>
  const issue = async (id: string, token: string, times: Times = {}) => {
    const { version } = await get(id, token)
    return app.call(noticesContract.issue, { params: { id }, body: { ...times, version } }, token)
  }
  return {
    add,
    get,
    issue,
    /**
     * Adds a notice and publishes it.
     * @returns its id
     */
    async publish(rest: Partial<Write>, token: string): Promise<string> {
      const id = await add(rest, token)
      const { code, msg } = await issue(id, token)
      if (code !== 0) throw new Error(msg)
      return id
    },
    edit: async (id: string, token: string, rest: Partial<Write> & { renew?: boolean }) => {
      const { type, title, summary, content, target, level, top, ack, ackTime, version } = await get(id, token)
      const body = { type, title, summary, content, target, level, top, ack, ackTime, version, ...rest }
      return app.call(noticesContract.update, { params: { id }, body }, token)
    },
    /** Notes a text as read, or confirms it. Takes its revision. */
    read: (id: string, token: string, revision = 1) =>
      app.call(publishedNoticesContract.read, { params: { id }, body: { revision } }, token),
    ack: (id: string, token: string, revision = 1) =>
      app.call(publishedNoticesContract.ack, { params: { id }, body: { revision } }, token),
    bell: async (token: string) => {
      const { data, msg } = await app.call(publishedNoticesContract.bell, {}, token)
      if (!data) throw new Error(msg)
      return data
    },
    /** Ids of the notices that reach a user, in order. */
    listed: async (token: string, query: Record<string, string | number> = {}) =>
      ((await app.call(publishedNoticesContract.published, { query: { size: 100, ...query } }, token)).data ?? []).map(
        ({ id }) => id,
      ),
    enter: async (name: string) => {
      const companyId = await buildCompany(app, name)
      const author = await buildUser(app, { companyId, permissions: authorPermissions })
      const reader = await buildUser(app, { companyId })
      return { companyId, author, reader, token: await app.signIn(author), readerToken: await app.signIn(reader) }
    },
    async addOrg(companyId: string, parent?: { id: string; path: string }) {
      const id = randomUUID()
      const path = `${parent?.path ?? '/'}${id}/`
      await app.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
        companyId,
        id,
        parent?.id ?? null,
        `组织${id}`,
        path,
      ])
      return { id, path }
    },
    join: (companyId: string, userId: string, orgId: string) =>
      app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3) on conflict do nothing', [
        companyId,
        userId,
        orgId,
      ]),
  }
}
export type NoticeStage = ReturnType<typeof createNoticeStage>
