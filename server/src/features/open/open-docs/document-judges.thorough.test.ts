import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { appDocContract, openDocsContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../test/administrator.ts'
import { documentJudges, judge } from '../../../../test/document-judges.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage } from '../../../../test/open-stage.ts'

const run = promisify(execFile)
const folder = await documentJudges()
if (folder === undefined) process.stderr.write('documents are not judged: redocly and spectral cannot be installed\n')
const root = join(import.meta.dirname, '../../../../..')

const documents = ['console', 'portal', 'app'] as const
type Name = (typeof documents)[number]
const toFile = (name: Name) => join(folder ?? '', `${name}.json`)
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const stage = await createOpenStage(app)
  const { token } = await stage.company(['sysPosts:list', 'sysPosts:add'])
  const made = await stage.app(token)
  const reply = { type: 'object', properties: { state: { enum: ['open', 'closed'] } }, required: ['state'] }
  const served = [
    await stage.openApi({ doc: '岗位说明' }),
    await stage.openApi({
      method: 'POST',
      apiId: await stage.readApiId('POST', '/api/sys/posts/v1'),
      path: '/open/v1/new-posts',
    }),
    await stage.openApi({
      kind: 'target',
      apiId: null,
      target: 'https://erp.example.cn/{id}',
      path: '/open/v1/orders/{id}',
      params: [{ in: 'path', name: 'id' }],
      reply: JSON.stringify(reply),
    }),
  ]
  await stage.grant(
    token,
    made.id,
    served.map(({ id }) => id),
  )
  const save = async (name: Name, { raw }: { raw: Buffer }) => {
    // Redocly refuses addresses of the machine itself, of which a product in use has none.
    const text = raw.toString().replaceAll('http://localhost:3000', 'https://console.example.cn')
    if (folder !== undefined) await writeFile(toFile(name), text)
  }
  for (const api of ['console', 'portal'] as const)
    await save(api, await app.call(openDocsContract.product, { query: { api } }, stage.root))
  await save('app', await app.call(appDocContract.document, { params: { id: made.id } }, token))
})
afterAll(() => app.server.close())

type Finding = { code: string; message: string; severity: number; path: readonly string[] }
/** Spectral takes the data of an example for a schema if a field of it is named `default`. */
const isDataOfExample = ({ path }: Finding) => path.includes('example') && path.at(-1) === 'default'

describe.skipIf(folder === undefined)('outside judges', () => {
  it.each(documents)('redocly finds no error in the document of the %s', { timeout: 200_000 }, async (name) => {
    const { said, status } = await judge('redocly', 'lint', toFile(name), '--format=json')
    const { totals } = JSON.parse(said.slice(said.indexOf('{'))) as { totals: { errors: number } }
    expect([totals.errors, status]).toEqual([0, 0])
  })
  it.each(documents)('spectral finds no error in the document of the %s', { timeout: 200_000 }, async (name) => {
    const ruleset = join(folder ?? '', 'ruleset.json')
    const { said } = await judge('spectral', 'lint', toFile(name), '-r', ruleset, '-f', 'json', '--quiet')
    const findings = JSON.parse(said.slice(said.indexOf('['), said.lastIndexOf(']') + 1)) as Finding[]
    const errors = findings.filter(({ severity }) => severity === 0)
    expect(errors.filter((finding) => !isDataOfExample(finding))).toEqual([])
  })

  it('a generated client compiles, signs in, lists and creates', { timeout: 300_000 }, async () => {
    const at = folder ?? ''
    await judge('openapi-typescript', toFile('console'), '-o', join(at, 'console-api.ts'))
    await writeFile(join(at, 'client.ts'), client)
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck']
    const node = ['--allowImportingTsExtensions', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const compiled = await run(
      process.execPath,
      [join(root, 'node_modules/ts7/bin/tsc'), ...flags, ...node, 'client.ts'],
      {
        cwd: at,
      },
    ).catch(({ stdout }) => ({ stdout }))
    expect(compiled.stdout).toBe('')
    const origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
    const env = { ...process.env, ORIGIN: origin, ACCOUNT: administrator.account, PASSWORD: administrator.password }
    const { stdout } = await run(process.execPath, ['client.ts'], { cwd: at, env })
    expect(JSON.parse(stdout)).toEqual({
      wrongPassword: expect.any(Number),
      taken: expect.any(Number),
      found: ['客户端岗位'],
    })
    expect(await app.sql('select name from posts where code = $1', ['CLIENT'])).toEqual([{ name: '客户端岗位' }])
  })
})

/** Written as a developer does: the types tell a success from a refusal by its code. */
const client = `import createClient from 'openapi-fetch'
import type { paths } from './console-api.ts'

const { ORIGIN: baseUrl = '', ACCOUNT: account = '', PASSWORD: password = '' } = process.env
const api = createClient<paths>({ baseUrl })
const fail = (what: unknown): never => { throw new Error(JSON.stringify(what)) }

const refused = await api.POST('/api/sys/login/verify/v1', { body: { type: 'password', account, password: 'wrong', device: { id: '', name: '' } } })
const verified = await api.POST('/api/sys/login/verify/v1', { body: { type: 'password', account, password } })
if (verified.data?.code !== 0) throw fail(verified)
const { tempToken } = verified.data.data
const finished = await api.POST('/api/sys/login/accessToken/v1', { body: { type: 'none', trustDevice: false }, headers: { token: tempToken } })
if (finished.data?.code !== 0) throw fail(finished)
const cookie = finished.response.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ')
const headers = { token: finished.data.data.token, cookie }

const post = { name: '客户端岗位', code: 'CLIENT', level: 1 }
const created = await api.POST('/api/sys/posts/v1', { body: post, headers })
if (created.data?.code !== 0) throw fail(created)
const again = await api.POST('/api/sys/posts/v1', { body: post, headers })
const listed = await api.GET('/api/sys/posts/v1', { params: { query: { search: 'CLIENT', size: 10 } }, headers })
if (listed.data?.code !== 0) throw fail(listed)
const found: string[] = listed.data.data.map(({ name }) => name)
process.stdout.write(JSON.stringify({ wrongPassword: refused.data?.code, taken: again.data?.code, found }))
`
