import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { gateBlock } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { catalogue, endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, expect, it } from 'vitest'
import { findOpenableKeys } from '../../src/features/open/open-apis/openable-endpoints.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import type { Sample } from '../hostile/sample.ts'
import { createSamples } from '../hostile/samples.ts'
import { buildShot } from '../hostile/shots.ts'
import { callOpen, createOpenStage } from '../open-stage.ts'

let app: TestApp
let stage: Awaited<ReturnType<typeof createOpenStage>>

const openableKeys = findOpenableKeys(catalogue)
const opened = endpoints.filter(({ module, name }) => openableKeys.includes(`${module}.${name}`))
/** The address at which an endpoint is opened here: its own behind a prefix, so that no two are alike. */
const toOpenPath = ({ method, path }: Endpoint) => `/open/v1/all/${method}${path}`

const openAll = () =>
  app.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, api_id, audience, status, created_by, updated_by)
     select gen_random_uuid(), 'all-' || at, asked.path, '', asked.method, asked.path, asked.path, '1.0', 'own', apis.id, 'all', 'online', '{}', '{}'
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked (method, path, key, at)
     join apis on apis.key = asked.key`,
    [
      opened.map(({ method }) => method),
      opened.map((endpoint) => toOpenPath(endpoint).replaceAll(/:([A-Za-z]+)/g, '{$1}')),
      opened.map(({ module, name }) => `${module}.${name}`),
    ],
  )

/** An application of a user that may call all that is opened. */
const buildApp = async (token: string) => {
  const { id, appKey } = await stage.app(token, { name: `全部${randomUUID().slice(0, 8)}` })
  const { secret } = await stage.secret(token, id)
  const companyId = (await app.call(sessionContract.loginInfo, {}, token)).data?.company
  await app.sql(
    `insert into open_app_apis (company_id, app_id, api_id, created_by) select $1, $2, id, '{}' from open_apis where status = 'online'`,
    [companyId, id],
  )
  return { appKey, secret }
}

type Credentials = Awaited<ReturnType<typeof buildApp>>
let samples: Awaited<ReturnType<typeof createSamples>>
const apps = new Map<string, Credentials>()
const asked: { endpoint: Endpoint; sample: Sample }[] = []
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
  samples = await createSamples(app, 60)
  await openAll()
  for (const endpoint of opened) asked.push({ endpoint, sample: samples.buildSample(endpoint)(-1, undefined) })
  for (const token of new Set(asked.map(({ sample }) => sample.token ?? ''))) apps.set(token, await buildApp(token))
  // The gate believes what it knows for a second.
  await new Promise((done) => setTimeout(done, 1100))
}, 120_000)

const callAs = ({ appKey, secret }: Credentials, { endpoint, sample }: (typeof asked)[number]) => {
  const { method } = endpoint
  const url = buildShot(endpoint, sample, samples.picture).url.replace('/api/', `/open/v1/all/${method}/api/`)
  const body = method === 'POST' || method === 'PUT' ? JSON.stringify(sample.body ?? {}) : ''
  return callOpen(app, { method, url, body, appKey, secret })
}

it('applications may call every API that can be opened, and none fails on an actor without an account', async () => {
  const answers = []
  for (const each of asked) {
    const credentials = apps.get(each.sample.token ?? '')
    if (!credentials) throw new Error(`${each.endpoint.path} has a sample without a caller`)
    const { status, code, msg } = await callAs(credentials, each)
    answers.push({ call: `${each.endpoint.module}.${each.endpoint.name}`, status, code, msg })
  }
  const isGate = (code: number) => code >= gateBlock.from && code <= gateBlock.to
  expect(answers.filter(({ status, code }) => status >= 500 || status === 401 || isGate(code))).toEqual([])
  // Samples of many others name rows that do not exist.
  expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThan(80)
}, 120_000)
