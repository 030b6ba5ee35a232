import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { processParts } from '../../src/config/process-parts.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { openDatabase } from '../../src/kernel/db/database.ts'
import { openFileStore } from '../../src/kernel/files/open-file-store.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { expectOnly, toTitle } from './expect-only.ts'
import { formatRoute, outsideTheCatalogue, recordRoutes, type ServedRoute } from './served-routes.ts'

/** Path pairs of which the router prefers the fixed segment. */
const fixedSegmentWins = {
  '/api/sys/excels/:id/v1 and /api/sys/excels/entities/v1':
    'ids are UUIDs and "entities" is not one, so no template can be hidden by it',
  '/api/sys/dicts/:id/v1 and /api/sys/dicts/query/v1':
    'ids are UUIDs and "query" is not one, so no parameter can be hidden by it',
  '/api/sys/docs/folders/v1 and /api/sys/docs/:id/v1':
    'ids are UUIDs and "folders" is not one, so no document can be hidden by it',
  '/api/sys/bases/:id/v1 and /api/sys/bases/values/v1':
    'ids are UUIDs and "values" is not one, so no parameter can be hidden by it',
  '/front-api/sys/news/published/v1 and /front-api/sys/news/:id/v1':
    'ids are UUIDs and "published" is not one, so no notice can be hidden by it',
  '/front-api/sys/user/:id/v1 and /front-api/sys/user/ent/v1':
    'ids are UUIDs and "ent" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/:id/v1 and /front-api/sys/user/ents/v1':
    'ids are UUIDs and "ents" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/:id/v1 and /front-api/sys/user/switch/v1':
    'ids are UUIDs and "switch" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/language/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "language" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/logs/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "logs" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/pages/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "pages" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/pass/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "pass" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/portrait/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "portrait" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/tags/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "tags" is not one, so no portal user can be hidden by it',
  '/front-api/sys/user/update/v1 and /front-api/sys/user/:id/v1':
    'ids are UUIDs and "update" is not one, so no portal user can be hidden by it',
  '/api/sys/news/:id/v1 and /api/sys/news/published/v1':
    'ids are UUIDs and "published" is not one, so no notice can be hidden by it',
  '/api/sys/menus/:id/v1 and /api/sys/menus/sort/v1':
    'ids are UUIDs and "sort" is not one, so no menu can be hidden by it',
}
/** Addresses outside the two families' form. */
const documents = {
  'openDocs.product': 'programs look for the document at this address',
  'openApps.document': 'programs look for the document at this address',
}
let routes: () => ServedRoute[]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-web-'))
  const database = openDatabase('postgres://127.0.0.1:1/nobody', 1)
  const watched = await recordRoutes(async () => {
    const { server } = await buildApp({
      database,
      log: createLogger('silent'),
      process: new Set(processParts),
      nodeName: 'test',
      accessLog: false,
      dataDir: '.',
      migrations: [],
      secrets: createSecrets('a secret key for tests only, 32 characters'),
      trustedProxies: [],
      platformCompany: '',
      announcements: noAnnouncements,
      servingNodes: () => 1,
      siteOrigin: 'http://localhost:3000',
      outboxFolder: folder,
      checkpointFolder: folder,
      fileStore: openFileStore(folder),
      clamavSocket: '',
      areasPublicKey: '',
      openTargetNetworks: [],
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
    const undeclared = routes().filter(({ endpoint }) => endpoint === undefined || !endpoints.includes(endpoint))
    expectOnly(undeclared.map(formatRoute), outsideTheCatalogue)
  })
  it('match the declaration of their endpoint', () => {
    const declared = routes().filter(({ endpoint }) => endpoint)
    expect(declared.map(formatRoute)).toEqual(declared.map(({ endpoint }) => `${endpoint?.method} ${endpoint?.path}`))
  })
  it('serve every endpoint of the catalogue exactly once', () => {
    const names = routes().flatMap(({ endpoint }) => (endpoint ? toTitle(endpoint) : []))
    expect(names.sort()).toEqual(endpoints.map(toTitle).sort())
  })
  it('begin with one of the two API families', () => {
    const others = endpoints.filter(({ path }) => !/^\/(front-)?api\/.*\/v\d+$/.test(path))
    expectOnly(others.map(toTitle), documents)
    expect(others.filter(({ path }) => !/^\/api\/sys\/.*openapi\.json$/.test(path)).map(toTitle)).toEqual([])
  })
  it('are kept by shared caches only where everybody gets the same', () => {
    const kept = endpoints.filter((each) => each.method === 'GET' && each.cache !== undefined)
    expect(kept.map(toTitle).sort()).toEqual(['frontNews.get', 'frontNews.published'])
    const isForEverybody = (each: Endpoint) =>
      each.method === 'GET' && each.access.kind === 'public' && each.etag === true && each.writes === undefined
    expect(kept.filter((each) => !isForEverybody(each)).map(toTitle)).toEqual([])
  })
  it('never match the same request twice', () => {
    const segments = ({ path }: Endpoint) => path.split('/')
    // Autocomplete calls stand beside calls of one row: an id is never this word.
    const isParameterFor = (a: string, b: string) => a.startsWith(':') && b !== 'auto'
    const canMatch = (a: string, b: string) => a === b || isParameterFor(a, b) || isParameterFor(b, a)
    const canClash = (one: Endpoint, other: Endpoint) =>
      one.method === other.method &&
      segments(one).length === segments(other).length &&
      segments(one).every((each, at) => canMatch(each, segments(other)[at] ?? ''))
    const clashes = endpoints.flatMap((one, at) =>
      endpoints.slice(at + 1).flatMap((other) => (canClash(one, other) ? `${one.path} and ${other.path}` : [])),
    )
    expectOnly(clashes, fixedSegmentWins)
  })
})
