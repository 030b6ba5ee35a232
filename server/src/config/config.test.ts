import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { productionFaults, readConfig } from './config.ts'

const secret = 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga'
const sound = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/atrium',
  SECRET_KEY: secret,
  PUBLIC_URL: 'https://console.example.cn/',
  TRUSTED_PROXIES: '10.0.0.5, 10.0.0.6',
}
const bucket = { S3_ENDPOINT: 'https://s3.example.cn', S3_BUCKET: 'files', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' }
const faults = (env: Record<string, string>) => productionFaults(readConfig({ ...sound, ...env }, '/srv'))

describe('a production start', () => {
  it('accepts a sound configuration, with a generated or a strong administrator password', () => {
    expect([faults({}), faults({ ADMIN_PASSWORD: 'Quiet#River42' })]).toEqual([[], []])
  })
  it.each([
    ['no database', { DATABASE_URL: '' }, 'DATABASE_URL'],
    ['no secret beside an external database', { SECRET_KEY: '' }, 'SECRET_KEY'],
    ['a short secret', { SECRET_KEY: secret.slice(1) }, 'SECRET_KEY'],
    ['a known secret', { SECRET_KEY: `changeme${secret}` }, 'SECRET_KEY'],
    ['a known secret in another case', { SECRET_KEY: `SeCrEt${secret}` }, 'SECRET_KEY'],
    ['a known secret of digits', { SECRET_KEY: `0123456789${secret}` }, 'SECRET_KEY'],
    ['a short password', { ADMIN_PASSWORD: 'Ab#4567' }, 'ADMIN_PASSWORD'],
    ['a known password', { ADMIN_PASSWORD: 'admin#12345' }, 'ADMIN_PASSWORD'],
    ['trust in all addresses', { TRUSTED_PROXIES: '10.0.0.5,*' }, 'TRUSTED_PROXIES'],
    ['trust given as true', { TRUSTED_PROXIES: 'true' }, 'TRUSTED_PROXIES'],
    ['trust in all of IPv4', { TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
    ['trust in all of IPv6', { TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES'],
    ['trust in half of IPv4', { TRUSTED_PROXIES: '10.0.0.5,128.0.0.0/1' }, 'TRUSTED_PROXIES'],
    ['trust in more than a /8', { TRUSTED_PROXIES: '10.0.0.0/7' }, 'TRUSTED_PROXIES'],
    ['trust in more than a /8, by its mask', { TRUSTED_PROXIES: '10.0.0.0/254.0.0.0' }, 'TRUSTED_PROXIES'],
    ['trust in all of IPv4, mapped to IPv6', { TRUSTED_PROXIES: '::ffff:0:0/96' }, 'TRUSTED_PROXIES'],
    ['trust in a range that contains all of mapped IPv4', { TRUSTED_PROXIES: '0:0::/32' }, 'TRUSTED_PROXIES'],
    ['trust in more than a /8, mapped to IPv6', { TRUSTED_PROXIES: '::ffff:10.0.0.0/103' }, 'TRUSTED_PROXIES'],
    ['trust in half of IPv6', { TRUSTED_PROXIES: '8000::/1' }, 'TRUSTED_PROXIES'],
    ['trust in many providers', { TRUSTED_PROXIES: '2001:db8::/31' }, 'TRUSTED_PROXIES'],
    ['trust in more than the private range', { TRUSTED_PROXIES: 'fc00::/6' }, 'TRUSTED_PROXIES'],
    ['trust in a name', { TRUSTED_PROXIES: 'proxy.example.cn' }, 'TRUSTED_PROXIES'],
    ['trust in no network', { TRUSTED_PROXIES: '10.0.0.0/x' }, 'TRUSTED_PROXIES'],
    ['no address', { PUBLIC_URL: '' }, 'PUBLIC_URL'],
    ['an address without TLS', { PUBLIC_URL: 'http://console.example.cn' }, 'PUBLIC_URL'],
  ] as const)('refuses %s', (_, env, variable) => {
    expect(faults(env)).toEqual([expect.stringContaining(variable)])
  })
  it.each([
    '10.0.0.0/8',
    '10.0.0.0/255.0.0.0',
    '::ffff:10.0.0.0/104',
    '2001:db8::/32',
    'fc00::/7',
    '::1',
    'loopback, uniquelocal',
  ])('accepts trust in %s', (networks) => expect(faults({ TRUSTED_PROXIES: networks })).toEqual([]))
  it('reports all faults together', () => {
    expect(faults({ SECRET_KEY: 'x', PUBLIC_URL: '', TRUSTED_PROXIES: '*', ADMIN_PASSWORD: '123456' })).toHaveLength(4)
  })
  it('generates its own secret when it runs its own database', () => {
    expect(faults({ DATABASE_URL: '', EMBEDDED: 'yes', SECRET_KEY: '' })).toEqual([])
  })
})

describe('outside production', () => {
  it('accepts everything without settings', () => {
    expect(productionFaults(readConfig({ SECRET_KEY: 'x', TRUSTED_PROXIES: '*' }, '/srv'))).toEqual([])
    expect(readConfig({}, '/srv')).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      metricsPort: 3001,
      dataDir: '/srv/data',
    })
  })
  it('keeps data beside the build of an installation with modules, which is replaced', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'atrium-installation-'))
    const dist = path.join(folder, 'dist')
    mkdirSync(dist)
    writeFileSync(path.join(dist, 'modules.json'), '[]')
    expect(readConfig({}, dist).dataDir).toBe(path.join(folder, 'data'))
    rmSync(folder, { recursive: true })
  })
  it('keeps files in the data folder, or in a bucket that is named completely', () => {
    expect(readConfig({}, '/srv').s3).toBeUndefined()
    expect(readConfig(bucket, '/srv').s3).toEqual({
      endpoint: 'https://s3.example.cn',
      bucket: 'files',
      accessKey: 'k',
      secretKey: 's',
      region: 'us-east-1',
    })
    expect(readConfig({ CLAMAV_SOCKET: '/run/clamd.sock' }, '/srv').clamavSocket).toBe('/run/clamd.sock')
  })
  it('does everything on one node, unless it is told what to do', () => {
    expect(readConfig({}, '/srv').process).toEqual(new Set(['api', 'events', 'jobs']))
    expect(readConfig({ PROCESS: 'jobs, api' }, '/srv').process).toEqual(new Set(['api', 'jobs']))
  })
  it.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ METRICS_PORT: '-1' }, 'METRICS_PORT'],
    [{ S3_ENDPOINT: 'https://s3.example.cn' }, 'S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY'],
    [{ ...bucket, S3_ENDPOINT: 's3.example.cn' }, 'S3_ENDPOINT'],
    [{ ...bucket, S3_BUCKET: '../files' }, 'S3_BUCKET'],
    [{ CLAMAV_SOCKET: 'clamd.sock' }, 'CLAMAV_SOCKET'],
    [{ CAPTCHA: 'no' }, 'CAPTCHA'],
    [{ PROCESS: 'api,web' }, 'PROCESS'],
    [{ PROCESS: ',' }, 'PROCESS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ ADMIN_ACCOUNT: '管理员' }, 'ADMIN_ACCOUNT'],
    [{ ADMIN_ACCOUNT: 'root@example.cn' }, 'ADMIN_ACCOUNT'],
    [{ DATABASE_POOLER: 'postgres://db:6432' }, 'DATABASE_POOLER'],
    [{ DATABASE_POOLER: 'db' }, 'DATABASE_POOLER'],
    [{ DNS_SERVERS: '1.1.1.1,dns.example.com' }, 'DNS_SERVERS'],
  ] as const)('a value that cannot be is named: %j', (env, variable) => {
    expect(() => readConfig(env, '/srv')).toThrow(variable)
  })
})
