import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { asOwner } from '../../server/src/kernel/db/as-owner.ts'
import { freePort } from '../../server/src/kernel/db/embedded-postgres-server.ts'
import { afterFile } from '../../server/test/after-file.ts'
import { admin, send, signInTo } from '../../server/test/crash/product.ts'
import { databaseUrl } from '../../server/test/database-url.ts'
import { createPlainOwner } from '../../server/test/plain-owner.ts'
import { hasProgram } from '../deploy/deploy-files.ts'
import { copyTree } from '../tree-copy.ts'
import { buildImage, runImage } from './built-image.ts'
import { readOutsidePackages } from './contents.ts'
import { canConfine, runConfined, unpack, waitUntilReady } from './unpacked-package.ts'

const root = path.join(import.meta.dirname, '../..')
const builds = ['scripts/build-server.ts', 'scripts/build-web.ts']
const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version as string
const archiveName = `atrium-${version}-linux-${process.arch}.tar.zst`

/** Two pixels of a picture, which the product encodes again. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGNgaGgAIgAGBwIBGMD9BQAAAABJRU5ErkJggg==',
  'base64',
)

let out: string
beforeAll(() => {
  // Two builds of one commit have its time; a working tree may have none.
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000')
  out = mkdtempSync(path.join(root, '.cache/packages-of-test-'))
  afterFile(() => rmSync(out, { recursive: true, force: true }))
  for (const script of [...builds, 'scripts/package.ts'])
    execFileSync(process.execPath, [script, ...(script.endsWith('package.ts') ? [out] : [])], { cwd: root })
}, 600_000)

it('has the same bytes when it is built elsewhere', { timeout: 900_000 }, async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000')
  const tree = await copyTree('files')
  onTestFinished(tree.remove)
  for (const script of [...builds, 'scripts/package.ts']) tree.run(script)
  const read = (folder: string) => readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
  expect(read(path.join(tree.folder, 'dist'))).toBe(read(out))
  expect(readdirSync(out)).toHaveLength(5)
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })
})

/** Variables of a node on a new database. */
const makeEnvironment = async () => {
  const serverUrl = await createPlainOwner(inject('superuserUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, (client) => client.query(`create database ${name}`))
  const port = await freePort()
  const env = {
    DATABASE_URL: databaseUrl(serverUrl, name),
    PORT: String(port),
    METRICS_PORT: '0',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    PUBLIC_URL: 'https://console.example.test',
    ADMIN_PASSWORD: admin.password,
    CAPTCHA: 'off',
  }
  return { env, url: `http://127.0.0.1:${port}` }
}

describe.skipIf(!canConfine)('unpacked, as nobody without capabilities on a read-only mount', () => {
  let unpacked: ReturnType<typeof unpack>
  beforeAll(() => {
    unpacked = unpack(path.join(out, archiveName))
    afterFile(() => unpacked.remove())
  }, 120_000)

  it('holds what the bundle imports', { timeout: 120_000 }, async () => {
    const installed = new Set(readdirSync(path.join(root, 'node_modules'), { recursive: false }).map(String))
    const names = [...readOutsidePackages(root)].filter((name) => installed.has(name.split('/', 1)[0] ?? ''))
    expect(names.length).toBeGreaterThan(2)
    const imports = names.map((name) => `await import('${name}')`).join('\n')
    const program = path.join(unpacked.folder, 'server/dist/main.js')
    const code = `process.chdir('${path.dirname(program)}')\n${imports}`
    const child = runConfined(unpacked.folder, {}, path.join(unpacked.folder, 'bin/node'), '-e', code)
    let errors = ''
    child.stderr?.on('data', (text) => (errors += text))
    await new Promise((done) => child.once('close', done))
    expect(errors).toBe('')
  })

  it('starts, signs in, keeps a picture, and stops', { timeout: 120_000 }, async () => {
    const { env, url } = await makeEnvironment()
    const started = { ...env, DATA_DIR: unpacked.dataDir }
    const node = runConfined(unpacked.folder, started, path.join(unpacked.folder, 'bin/atrium'), 'start')
    onTestFinished(() => void node.kill('SIGKILL'))
    const { ended } = await waitUntilReady(node, url)
    const token = await signInTo({ url } as Parameters<typeof signInTo>[0])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)]), 'teal.png')
    const kept = await send(url, uploadsContract.upload.path, token, form)
    expect(kept).toMatchObject({ code: 0, data: { mime: 'image/png', width: 2, height: 1 } })
    const { id } = kept.data as { id: string }
    const details = await send(url, uploadsContract.get.path.replace(':id', id), token)
    const { pathname, search } = new URL((details.data as { url: string }).url, url)
    const read = await fetch(url + pathname + search)
    expect(Buffer.from(await read.arrayBuffer()).subarray(0, 8)).toEqual(picture.subarray(0, 8))
    expect(await fetch(`${url}/console/`).then((answer) => answer.text())).toContain('<div id="root">')
    node.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

/** Programs that run in a process: the first of its children, and so on. */
const innermost = (pid: number): number => {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return child === undefined ? pid : innermost(Number(child))
}

describe.skipIf(!canConfine || !hasProgram('buildah'))('the image', { timeout: 900_000 }, () => {
  it('is small, and runs as a user that it does not know, as process 1', async () => {
    const image = buildImage(out, version)
    onTestFinished(image.remove)
    expect(image.bytes).toBeLessThan(90e6)
    expect(image.config).toMatchObject({ User: '65532:65532', Cmd: ['start'] })
    const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-image-data-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    chmodSync(dataDir, 0o770)
    const { env, url } = await makeEnvironment()
    const node = runImage(image, dataDir, env)
    onTestFinished(() => void node.kill('SIGKILL'))
    const { ended } = await waitUntilReady(node, url)
    expect(await signInTo({ url } as Parameters<typeof signInTo>[0])).toMatch(/./)
    process.kill(innermost(node.pid ?? 0), 'SIGTERM')
    expect(await ended).toBe(0)
  })
})
