import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tryFirstModule } from '../e2e/src/first-module.ts'
import { freePort } from '../server/src/kernel/db/embedded-postgres-server.ts'

// What a stranger does: the commands of docs/modules/first-module.md, from an empty folder and the packed files.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const root = path.dirname(import.meta.dirname)
const page = readFileSync(path.join(root, 'docs/modules/first-module.md'), 'utf8')
const [create = '', generate = '', test = '', start = ''] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
)
const folder = mkdtempSync(path.join(tmpdir(), 'first-module-'))
const installation = path.join(folder, 'my-installation')
const { NODE_ENV: _, VITEST: __, ...env } = process.env

/** Runs commands in a shell, and says how long they took. */
const run = (commands: string, cwd: string): string => {
  const began = performance.now()
  const output = execFileSync('bash', ['-ec', commands], { cwd, env, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`${commands.trim().split('\n').at(-1)?.slice(0, 60)}: ${seconds} s\n`)
  return output
}

const readReport = () => readFileSync(path.join(root, 'kit/api.md'), 'utf8')
const report = readReport()

beforeAll(() => {
  run(`${process.execPath} scripts/pack-kit.ts ${folder}`, root)
  run(create, folder)
  run(generate, installation)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is made of the declarations that kit/api.md reports', () => {
  expect(readReport()).toBe(report)
})
describe('a first module', () => {
  it('passes its own tests and the product’s rules', () => {
    expect(run(test, installation)).toMatch(/\d\d passed/)
  })
  it('finds nothing of the product but what the kit exports', () => {
    const file = path.join(installation, 'modules/assets/intruder.ts')
    writeFileSync(
      file,
      `export { migrate } from '@atrium/server/src/kernel/db/migrate.ts'
export { migrate as hidden } from '@atrium/kit/server/src/kernel/db/migrate.ts'\n`,
    )
    expect(run('npx tsc -p . || true', installation).match(/TS2307/g)).toHaveLength(2)
    rmSync(file)
  })
  it('lists what is to be translated', () => {
    run('npm run texts', installation)
    const texts = readFileSync(path.join(installation, 'modules/assets/texts/en.json'), 'utf8')
    expect(JSON.parse(texts)).toMatchObject({ 资产管理: '', 购入日期: '' })
  })
  it('is built, started, and used in a browser', async () => {
    const [port, password] = [await freePort(), 'First#Module27']
    const child = spawn('bash', ['-ec', `exec ${start}`], {
      cwd: installation,
      env: { ...env, PORT: String(port), METRICS_PORT: '0', ADMIN_ACCOUNT: 'admin', ADMIN_PASSWORD: password },
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}`
    const isReady = () =>
      fetch(`${url}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    while (child.exitCode === null && !(await isReady())) await sleep(100)
    expect(await (await fetch(`${url}/api/assets/v1`)).json()).toMatchObject({ code: 401 })
    expect(await tryFirstModule(url, password)).toEqual(
      expect.arrayContaining(['6,999.00', '正常', '2026-01-31', '电脑']),
    )
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})
