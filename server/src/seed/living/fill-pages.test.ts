import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testSecretKey } from '../../../test/harness.ts'
import { verifyAuditChain } from '../../kernel/db/verify-audit-chain.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { seedDatabase } from '../seed-database.ts'
import { fillPages } from './fill-pages.ts'

const password = 'Seeded#Pass9'
const size = { companies: 20, users: 500, seed: 1 }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await seedDatabase(app.ownerUrl, size, { password })
  await fillPages({ server: app.server, sql: app.sql, secrets: createSecrets(testSecretKey), passwordHash: '' })
})

/** Lists of pages: what a menu or a tab opens without naming anything. */
const lists: readonly Endpoint[] = endpoints.filter(
  ({ method, wire, path, access }) =>
    method === 'GET' && wire === 'list' && !path.includes(':') && access.kind === 'permitted',
)
/** Lists that a fresh installation is right to have no rows in. */
const empty: Readonly<Record<string, string>> = {
  'sysAreas.ended': 'areas are loaded at the start of the product',
  'sysExplain.denials': 'asks about one call or right',
}

describe('filled pages', () => {
  it('have rows in each list, of the company or of the operator', async () => {
    const tokens = [await app.signIn({ account: 'admin_c00001', password }), await app.signIn()]
    const without: string[] = []
    for (const list of lists) {
      let rows = 0
      for (const token of tokens) {
        const { data } = (await app.call(list, { query: {} } as never, token)) as { data?: unknown }
        rows += Array.isArray(data) ? data.length : 0
      }
      if (rows === 0) without.push(`${list.module}.${list.name}`)
    }
    expect(without.sort()).toEqual(Object.keys(empty).sort())
  })
  it('leave the chain of the log whole', async () => {
    const { rows, brokenLinks } = await verifyAuditChain(app.ownerUrl)
    expect(brokenLinks).toEqual([])
    expect(rows).toBeGreaterThan(1000)
  })
  it('leave nobody signed in', async () => {
    expect(await app.sql(`select id from sessions where device_id = 'seed' and ended_at is null`)).toEqual([])
  })
})
