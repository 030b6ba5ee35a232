import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { keyFingerprint } from './kernel/secrets.ts'
import { type KeyConfig, secretKeysFor } from './secret-key.ts'

const [key, other] = ['k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga', 'Q7mXr2Lw8Tn5Yb4Hc6Jd1Fs0Gak9Zp3v']
let database: TestDatabase
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = join(await mkdtemp(join(inject('folder'), 'key-')), 'data')
})
const fingerprintWith = async (config: Partial<KeyConfig>, ownerUrl = database.ownerUrl) => {
  const unset = { secretKey: '', secretKeyReplaces: '', previousSecretKey: '', dataDir }
  return (await secretKeysFor({ ...unset, ...config }, ownerUrl)).keyring.presentKey()
}
const stored = async () =>
  (await database.sql('select fingerprint from installation_key')).map((row) => row.fingerprint)

it('is generated once, readable to its owner alone', async () => {
  const first = await fingerprintWith({})
  const written = await readFile(join(dataDir, 'secret.key'), 'utf8')
  expect(written).toMatch(/^[\w-]{43}$/)
  expect(first).toBe(keyFingerprint(written))
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await fingerprintWith({})).toBe(first)
})

it('is the one that the database was written with, of which it keeps a fingerprint alone', async () => {
  expect(await fingerprintWith({ secretKey: key })).toBe(keyFingerprint(key))
  expect(await stored()).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  expect(await fingerprintWith({ secretKey: key })).toBe(keyFingerprint(key))
  await expect(fingerprintWith({ secretKey: other })).rejects.toThrow(keyFingerprint(key))
  expect(await stored()).toEqual([keyFingerprint(key)])
})

it('is one of those that start together', async () => {
  const starts = await Promise.allSettled([key, other].map((secretKey) => fingerprintWith({ secretKey })))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const generated = await createTestDatabase()
  const keys = await Promise.all([1, 2, 3].map(() => fingerprintWith({}, generated.ownerUrl)))
  expect(new Set(keys).size).toBe(1)
})

it('is not generated for a database whose key is lost', async () => {
  await fingerprintWith({})
  const before = await readFile(join(dataDir, 'secret.key'), 'utf8')
  await rm(join(dataDir, 'secret.key'))
  await expect(fingerprintWith({})).rejects.toThrow(keyFingerprint(before))
  expect(await readdir(dataDir)).toEqual([])
})

it('replaces a lost one that is named by its fingerprint, and no other one later', async () => {
  await fingerprintWith({ secretKey: key })
  const secretKeyReplaces = keyFingerprint(key)
  await expect(fingerprintWith({ secretKey: other, secretKeyReplaces: 'ffffffffffffffff' })).rejects.toThrow(
    'SECRET_KEY',
  )
  expect(await fingerprintWith({ secretKey: other, secretKeyReplaces })).toBe(keyFingerprint(other))
  // The variable may stay: it names a key that is gone.
  await expect(fingerprintWith({ secretKey: key, secretKeyReplaces })).rejects.toThrow(keyFingerprint(other))
})
