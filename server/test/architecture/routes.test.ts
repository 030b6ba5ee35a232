import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { openDatabase } from '../../src/kernel/db/database.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { expectOnly, titleOf } from './expect-only.ts'
import { outsideTheCatalogue, type Served, spelt, watchingRoutes } from './served-routes.ts'

/** Addresses of which the router takes the one with the fixed word (wire §7); what is there instead of an id is no id. */
const fixedWordWins = {
  '/api/sys/menus/:id/v1 and /api/sys/menus/sort/v1': 'ids are UUIDs, and "sort" is none: no menu can be hidden by it',
}
let routes: () => Served[]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-web-'))
  const database = openDatabase('postgres://127.0.0.1:1/nobody', 1, () => undefined)
  const watched = await watchingRoutes(async () => {
    const { server } = await buildApp({
      database,
      log: createLogger('silent'),
      secretKey: 'a secret key for tests only, 32 characters',
      trustedProxies: [],
      platformCompany: '',
      announcements: noAnnouncements,
      siteOrigin: 'http://localhost:3000',
      outboxFolder: folder,
      checkpointFolder: folder,
      dnsServers: [],
      version: 'test',
      webFolder: folder,
    })
    await server.ready()
    return server
  })
  await watched.built.close()
  routes = watched.routes
})
afterAll(() => rm(folder, { recursive: true }))

describe('the routes', () => {
  it('come from the catalogue', () => {
    const strangers = routes().filter(({ endpoint }) => endpoint === undefined || !endpoints.includes(endpoint))
    expectOnly(strangers.map(spelt), outsideTheCatalogue)
  })
  it('are as their endpoints declare them', () => {
    const declared = routes().filter(({ endpoint }) => endpoint)
    expect(declared.map(spelt)).toEqual(declared.map(({ endpoint }) => `${endpoint?.method} ${endpoint?.path}`))
  })
  it('leave no endpoint of the catalogue unserved, and serve none twice', () => {
    const names = routes().flatMap(({ endpoint }) => (endpoint ? titleOf(endpoint) : []))
    expect(names.sort()).toEqual(endpoints.map(titleOf).sort())
  })
  it('begin with one of the two API families', () => {
    expect(endpoints.filter(({ path }) => !/^\/(front-)?api\/.*\/v\d+$/.test(path)).map(titleOf)).toEqual([])
  })
  it('can never both match one request', () => {
    const segments = ({ path }: Endpoint) => path.split('/')
    const meet = (a: string, b: string) => a === b || a.startsWith(':') || b.startsWith(':')
    const clash = (one: Endpoint, other: Endpoint) =>
      one.method === other.method &&
      segments(one).length === segments(other).length &&
      segments(one).every((each, at) => meet(each, segments(other)[at] ?? ''))
    const clashes = endpoints.flatMap((one, at) =>
      endpoints.slice(at + 1).flatMap((other) => (clash(one, other) ? `${one.path} and ${other.path}` : [])),
    )
    expectOnly(clashes, fixedWordWins)
  })
})
