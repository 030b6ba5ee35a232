import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inspectConfig, readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const read = (env: Record<string, string>) => readConfig(env, '/srv')
const url = 'postgres://owner:p%40ss@db:5432/atrium'

describe('a secret', () => {
  it.each([
    ['DATABASE_URL', 'databaseUrl', url],
    ['SECRET_KEY', 'secretKey', 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga'],
    ['ADMIN_PASSWORD', 'adminPassword', ' Quiet#River 42 '],
    ['REDIS_URL', 'redisUrl', 'redis://:secret@redis:6379'],
  ] as const)('is read from a file or a credential without its newline: %s', (name, field, value) => {
    const path = file(name, `${value}\n`)
    expect(read({ [`${name}_FILE`]: path })[field]).toBe(value)
    expect(read({ CREDENTIALS_DIRECTORY: folder })[field]).toBe(value)
    file(name, `\uFEFF${value}\r\n`)
    expect(read({ CREDENTIALS_DIRECTORY: folder })[field]).toBe(value)
  })
  it('of a bucket is read so too', () => {
    const bucket = { S3_ENDPOINT: 'https://s3.example.cn', S3_BUCKET: 'files' }
    const keys = { S3_ACCESS_KEY_FILE: file('access', 'a\n'), S3_SECRET_KEY_FILE: file('secret', 's\n') }
    expect(read({ ...bucket, ...keys }).s3).toMatchObject({ accessKey: 'a', secretKey: 's' })
  })
  it('given twice is refused by name', () => {
    const path = file('SECRET_KEY', 'one')
    expect(() => read({ SECRET_KEY: 'one', SECRET_KEY_FILE: path })).toThrow('SECRET_KEY 和 SECRET_KEY_FILE 同时给出')
    expect(() => read({ SECRET_KEY: 'one', CREDENTIALS_DIRECTORY: folder })).toThrow('SECRET_KEY 和 凭据 SECRET_KEY')
    expect(read({ SECRET_KEY: '', SECRET_KEY_FILE: path }).secretKey).toBe('one')
  })
  it('whose file is missing, a folder or empty is named with its path', () => {
    const missing = join(folder, 'none')
    expect(() => read({ SECRET_KEY_FILE: missing })).toThrow(`SECRET_KEY_FILE 指定的文件 ${missing} 读不出来（ENOENT）`)
    expect(() => read({ SECRET_KEY_FILE: folder })).toThrow(`${folder} 读不出来（EISDIR）`)
    expect(() => read({ SECRET_KEY_FILE: file('empty', '\n') })).toThrow('是空的')
  })
  it('that cannot be read says nothing of what it holds', () => {
    const wrong = file('DATABASE_URL', 'mysql://root:hidden@db/atrium\n')
    const { faults } = inspectConfig({ DATABASE_URL_FILE: wrong }, '/srv')
    expect(faults).toEqual([expect.stringContaining('DATABASE_URL')])
    expect(faults.join()).not.toContain('hidden')
  })
  it.runIf(process.getuid?.() !== 0)('in a file of another user is named', () => {
    const path = file('SECRET_KEY', 'one')
    chmodSync(path, 0)
    expect(() => read({ SECRET_KEY_FILE: path })).toThrow('EACCES')
  })
})

it('only a secret is read from a file', () => {
  expect(() => read({ PUBLIC_URL_FILE: file('PUBLIC_URL', 'https://a.example.cn') })).toThrow(
    'PUBLIC_URL_FILE 不起作用',
  )
})

it('all faults are named together', () => {
  const faulty = { PORT: '80a', CAPTCHA: 'no', SECRET_KEY_FILE: join(folder, 'none'), TRUSTED_PROXY: '10.0.0.5' }
  const { config, faults } = inspectConfig(faulty, '/srv')
  expect(config).toBeUndefined()
  expect(faults).toHaveLength(4)
})

it('a login without its password is refused', () => {
  expect(() => read({ SERVING_LOGIN: 'serve' })).toThrow('SERVING_LOGIN 和 SERVING_PASSWORD 须同时设置')
  const path = file('SERVING_PASSWORD', 'p@ss\n')
  const login = { name: 'serve', password: 'p@ss' }
  expect(read({ SERVING_LOGIN: 'serve', SERVING_PASSWORD_FILE: path }).servingLogin).toEqual(login)
})

it('where each value comes from is known', () => {
  const path = file('SECRET_KEY', 'one')
  const env = { SECRET_KEY_FILE: path, PORT: '8080', CREDENTIALS_DIRECTORY: folder }
  rmSync(path)
  file('REDIS_URL', 'redis://redis')
  const { settings } = inspectConfig({ ...env, SECRET_KEY_FILE: file('key', 'one') }, '/srv')
  const origins = Object.fromEntries(settings.map(({ name, origin }) => [name, origin]))
  expect(origins).toMatchObject({ PORT: 'environment', HOST: 'default', SECRET_KEY: 'file', REDIS_URL: 'credential' })
})
