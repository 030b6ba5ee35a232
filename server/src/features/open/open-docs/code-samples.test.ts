import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appDocContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOidcStage } from '../../../../test/oidc-stage.ts'
import { createOpenStage } from '../../../../test/open-stage.ts'
import type { OpenApiDocument } from './openapi-types.ts'

const runs = {
  curl: { program: 'bash', args: ['call.sh'], file: 'call.sh' },
  'curl（访问令牌）': { program: 'bash', args: ['call.sh'], file: 'call.sh' },
  TypeScript: { program: process.execPath, args: ['call.ts'], file: 'call.ts' },
  Java: { program: 'java', args: ['Call.java'], file: 'Call.java' },
  Python: { program: 'python3', args: ['call.py'], file: 'call.py' },
} as const
type Label = keyof typeof runs
const isInstalled = (program: string, flag = '--version') =>
  spawnSync(program, [flag], { stdio: 'ignore' }).status === 0
/** Java does not come to an end under faketime. */
const hangs = (label: Label) => label === 'Java' && process.env.FAKETIME !== undefined
const missing = (Object.keys(runs) as Label[]).filter((label) => hangs(label) || !isInstalled(runs[label].program))
if (missing.length > 0)
  process.stderr.write(
    `samples are not run, as their programs are not installed or do not run under this clock: ${missing.join(', ')}\n`,
  )

let app: TestApp
let origin: string
let folder: string
let key: { appKey: string; secret: string }
let samples: (path: string, method: string) => Readonly<Record<string, string>>
let paths: { list: string; create: string; one: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'))
  app = await createTestApp()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  const stage = await createOpenStage(app)
  const list = await stage.openApi()
  const [create, one] = [
    await stage.openApi({
      name: '新增岗位',
      method: 'POST',
      apiId: await stage.readApiId('POST', '/api/sys/posts/v1'),
      path: `/open/v1/new-post-${Date.now()}`,
    }),
    await stage.openApi({
      apiId: await stage.readApiId('GET', '/api/sys/posts/{id}/v1'),
      path: `/open/v1/posts${Date.now()}/{id}`,
    }),
  ]
  paths = { list: list.path, create: create.path, one: one.path }
  const { token } = await stage.company(['sysPosts:list', 'sysPosts:add', 'openApps:oidc'])
  const made = await stage.app(token)
  await createOidcStage(app).settings(token, made.id, { grants: ['client_credentials'], secretBy: 'basic' })
  await stage.grant(token, made.id, [list.id, create.id, one.id])
  key = { appKey: made.appKey, secret: (await stage.secret(token, made.id)).secret }
  const { raw } = await app.call(appDocContract.document, { params: { id: made.id } }, token)
  const document = JSON.parse(raw.toString()) as OpenApiDocument
  samples = (path, method) =>
    Object.fromEntries(
      (document.paths[path]?.[method]?.['x-codeSamples'] ?? []).map(({ label, source }) => [label, source]),
    )
})
afterAll(() => app.server.close())

/** Runs a sample as it stands, but for where the product is. */
const run = async (label: Label, source: string, secret = key.secret) => {
  const { program, args, file } = runs[label]
  await writeFile(join(folder, file), source.replaceAll('http://localhost:3000', origin))
  const child = spawn(program, [...args], {
    cwd: folder,
    // Java reads and writes text as the locale says, which may be none.
    env: { ...process.env, LC_ALL: 'C.UTF-8', ATRIUM_APP_KEY: key.appKey, ATRIUM_APP_SECRET: secret },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)))
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { status, said }
}

describe.each(Object.keys(runs) as Label[])('the sample in %s', (label) => {
  const ifInstalled = it.skipIf(missing.includes(label))
  ifInstalled('lists with a query', async () => {
    const { status, said } = await run(label, samples(paths.list, 'get')[label] ?? '')
    expect(said).toContain('"code":0')
    expect(status).toBe(0)
  })
  ifInstalled('sends a body in Chinese', async () => {
    const code = `A-${Object.keys(runs).indexOf(label)}`
    const source = samples(paths.create, 'post')[label] ?? ''
    const { said } = await run(
      label,
      source.replaceAll('A01', code).replaceAll(/示例名称|\\u793a\\u4f8b\\u540d\\u79f0/g, `岗位${label}`),
    )
    expect(said).toContain('"code":0')
    const [post] = await app.sql('select name from posts where code = $1', [code])
    expect(post?.name).toBe(`岗位${label}`)
  })
})

it('fills the path, and is refused with another secret', async () => {
  const source = samples(paths.one, 'get').TypeScript ?? ''
  expect((await run('TypeScript', source)).said).toContain('"code":404')
  expect((await run('TypeScript', source, 'wrong')).said).toContain('"code":6001')
})
