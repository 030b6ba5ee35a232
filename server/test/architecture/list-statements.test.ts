import { endpoints } from '@atrium/contract/index.ts'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTenant } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly, titleOf } from './expect-only.ts'

const most = 2
const pageFirst = 'asks first which rows the page has, so that the long statement about them keeps its plan'
const asksMore = {
  'sysRoles.list': pageFirst,
  'sysCompanys.switchOrgs': 'asks first whether there is such a company, and whether it lets anybody in',
  'sysBases.history':
    'asks first whether the parameter is the company’s, so that a foreign id answers like a random one',
  'sysRoles.members':
    'asks first whether few or many wear the role: a page of few is looked up, a page of many is met while people are read in order',
}

type Sent = { client: unknown; text: string }
const sent: Sent[] = []
let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
  const query = pg.Client.prototype.query
  // Counted where they leave for the database; each still goes there.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    sent.push({ client: this, text: typeof first === 'string' ? first : first.text })
    return Reflect.apply(query, this, args)
  })
})

/** The statements of transactions in that sight, without the opening and the commit; who is calling is looked up in one of the platform's. */
const inSight = (role: string) => {
  const open = new Map<unknown, boolean>()
  return sent.filter(({ client, text }) => {
    if (text.startsWith('begin')) open.set(client, text.includes(role))
    return open.get(client) === true && !/^(begin|commit|rollback)/.test(text) && !/"sessions"\."id" = /.test(text)
  })
}
const anyRow = async () => String((await app.sql('select id from base_parameters limit 1'))[0]?.id)

describe('a list', () => {
  it('takes two statements: the page and the total', async () => {
    const counts = new Map<string, number>()
    const [row, tenant] = [await anyRow(), await buildTenant(app, '语句公司')]
    for (const endpoint of endpoints.filter(({ wire }) => wire === 'list')) {
      const sight = endpoint.reach === 'platform' ? 'atrium_platform' : 'atrium_company'
      const params = { id: titleOf(endpoint) === 'sysCompanys.switchOrgs' ? tenant : row, entity: 'baseParameter' }
      const query = { page: 2, size: 10, search: 'a', apiId: params.id }
      const count = async () => {
        sent.length = 0
        expect(await app.call(endpoint, { params, query } as never, token)).toMatchObject({ code: 0 })
        return inSight(sight).length
      }
      // Work beside the requests may ask at the same moment; hardly ever twice.
      counts.set(titleOf(endpoint), Math.min(await count(), await count()))
    }
    expect([...counts.values()].every((count) => count > 0)).toBe(true)
    expectOnly(
      [...counts].flatMap(([title, count]) => (count > most ? title : [])),
      asksMore,
    )
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(most + 1)
  })
})
