import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { keyFingerprint } from '../../src/kernel/secrets.ts'

const program = join(import.meta.dirname, '../../src/atrium.ts')
const key = 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})
const config = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } }
    execFile(process.execPath, [program, 'config', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

it('prints each value and where it comes from, and of secrets that they are set', async () => {
  const file = join(folder, 'redis')
  writeFileSync(file, 'redis://:hidden@redis:6379\n')
  writeFileSync(join(folder, 'SECRET_KEY'), key)
  const secrets = { REDIS_URL_FILE: file, CREDENTIALS_DIRECTORY: folder, ADMIN_PASSWORD: 'Quiet#River42' }
  const { code, out } = await config({ ...secrets, PORT: '8080' })
  expect(code).toBe(0)
  expect(out).toMatch(/^PORT +8080 {2}环境变量$/m)
  expect(out).toMatch(/^HOST +127\.0\.0\.1 {2}默认值$/m)
  expect(out).toMatch(/^DATABASE_URL +– {2}默认值$/m)
  expect(out).toContain(`******  文件 ${file}（REDIS_URL_FILE）`)
  expect(out).toContain(`******（指纹 ${keyFingerprint(key)}）  凭据 ${join(folder, 'SECRET_KEY')}`)
  for (const secret of ['hidden', key, 'Quiet#River42']) expect(out).not.toContain(secret)
})

it('prints the same as JSON', async () => {
  writeFileSync(join(folder, 'secret.key'), key)
  const { code, out } = await config({ TRUSTED_PROXIES: '10.0.0.5' }, '--json')
  const { settings, faults } = JSON.parse(out)
  expect({ code, faults }).toEqual({ code: 0, faults: [] })
  expect(settings).toContainEqual({ name: 'TRUSTED_PROXIES', value: '10.0.0.5', origin: 'environment' })
  const fingerprint = keyFingerprint(key)
  expect(settings).toContainEqual({ name: 'SECRET_KEY', value: null, origin: 'default', fingerprint })
})

it('prints all faults and ends with 1', async () => {
  const { code, out } = await config({ PORT: 'much', TRUSTED_PROXY: '10.0.0.5', NODE_ENV: 'production' })
  expect(code).toBe(1)
  expect(out).toContain('有误：环境变量 PORT 不是有效的端口：“much”')
  expect(out).toContain('有误：没有环境变量 TRUSTED_PROXY，是否想写 TRUSTED_PROXIES？')
  const { out: unsafe, code: refused } = await config({ NODE_ENV: 'production' })
  expect({ refused, unsafe }).toMatchObject({ refused: 1, unsafe: expect.stringContaining('有误：PUBLIC_URL 必须') })
})
