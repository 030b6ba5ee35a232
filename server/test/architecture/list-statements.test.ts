import { randomUUID } from 'node:crypto'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDocument, buildFolder } from '../document-factories.ts'
import { buildTenant, readPlatformCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { buildImports } from '../import-factories.ts'
import { unchecked } from '../loosely-typed.ts'
import { expectOnly, toTitle } from './expect-only.ts'

const maxStatements = 2
const readsPageFirst = 'reads the ids of the page first, so that the long statement for them keeps its query plan'
const findsFileFirst = 'checks first whether the caller manages the file, as others are refused'
const threeStatements = {
  'sysComments.list': 'asks the read of the row first, whether the caller may see it',
  'sysTags.list': 'counts the rows of the tags on its page, each up to the depth of a list',
  'sysExcels.importRows': 'checks first whether the import is the caller’s own, and what they may see of its entity',
  'sysBulks.rows': 'checks first whether the operation is the caller’s, and still allowed to them',
  'sysDocs.readers': findsFileFirst,
  'sysDocs.downloads': findsFileFirst,
  'sysRoles.list': readsPageFirst,
  'sysCompanys.switchOrgs': 'checks first whether the company exists and admits the caller',
  'sysApprovals.list': 'reads first in whose names the caller may act, and finds approvals by that',
  'sysBases.history':
    'checks first whether the parameter belongs to the company, so that foreign ids get the reply of random ones',
  'sysUploads.list':
    'finds few files by the search first, and looks many up while reading files in order: the index of names may not be used under row-level security',
  'sysRoles.members':
    'checks first whether few or many users hold the role: few are looked up, many are found while reading users in order',
}

type SentStatement = { client: unknown; text: string }
const sent: SentStatement[] = []
let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
  const query = pg.Client.prototype.query
  // Records each statement and passes it on.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    sent.push({ client: this, text: typeof first === 'string' ? first : first.text })
    return Reflect.apply(query, this, args)
  })
})

/** Statements of transactions that run as the role, without begin and commit; the session lookup is left out. */
const statementsAs = (role: string) => {
  const open = new Map<unknown, boolean>()
  return sent.filter(({ client, text }) => {
    if (text.startsWith('begin')) open.set(client, text.includes(role))
    return open.get(client) === true && !/^(begin|commit|rollback)/.test(text) && !/"sessions"\."id" = /.test(text)
  })
}
const buildFile = async () => {
  const companyId = await readPlatformCompany(app)
  return buildDocument(app, companyId, await buildFolder(app, companyId))
}
const buildImport = async () => {
  const [admin] = await app.sql('select user_id as id, company_id as company from sessions')
  const id = randomUUID()
  await buildImports(app, { companyId: String(admin?.company), userId: String(admin?.id) }, [id])
  return id
}
const buildBulk = async () => {
  const body = { entity: 'user', operation: 'unlock', ids: [randomUUID()], input: {} }
  return String((await app.call(bulkContract.create, { body }, token)).data?.id)
}
const buildApp = async () =>
  String((await app.call(openAppsContract.create, { body: { name: '语句应用' } }, token)).data?.id)
const findRowId = async () => String((await app.sql('select id from base_parameters limit 1'))[0]?.id)

/** Lists that open the transaction themselves, as the operator's caller here with platform reach. */
const wideForOperators: readonly string[] = ['frontUsers.pages', 'openApps.list', 'sysApprovals.list']

describe('a list', () => {
  it('takes two statements: page and total', async () => {
    const counts = new Map<string, number>()
    const anyRole = String((await app.sql('select id from roles limit 1'))[0]?.id)
    const [row, tenant, file] = [await findRowId(), await buildTenant(app, '语句公司'), await buildFile()]
    const ids: Readonly<Record<string, string>> = {
      'sysBulks.rows': await buildBulk(),
      'sysCompanys.switchOrgs': tenant,
      'sysDocs.readers': file,
      'sysExcels.importRows': await buildImport(),
      'sysDocs.downloads': file,
      'openApps.calls': await buildApp(),
    }
    for (const endpoint of endpoints.filter(({ wire }) => wire === 'list')) {
      const isWide = endpoint.reach === 'platform' || wideForOperators.includes(toTitle(endpoint))
      const role = isWide ? 'atrium_platform' : 'atrium_company'
      const params = {
        id: ids[toTitle(endpoint)] ?? row,
        hookId: row,
        comparisonId: row,
        number: 1,
        entity: 'baseParameter',
      }
      const beside = toTitle(endpoint) === 'sysComments.list' && { entity: 'role', id: anyRole }
      const query = { page: 2, size: 10, search: 'a', apiId: params.id, ...beside }
      const count = async () => {
        sent.length = 0
        expect(await app.call(endpoint, unchecked({ params, query }), token)).toMatchObject({ code: 0 })
        return statementsAs(role).length
      }
      // The least of some: background work may run statements at the same time.
      let least = await count()
      for (let again = 0; again < 5 && least > maxStatements; again += 1) least = Math.min(least, await count())
      counts.set(toTitle(endpoint), least)
    }
    expect([...counts.values()].every((count) => count > 0)).toBe(true)
    expectOnly(
      [...counts].flatMap(([title, count]) => (count > maxStatements ? title : [])),
      threeStatements,
    )
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(maxStatements + 1)
  })
})
