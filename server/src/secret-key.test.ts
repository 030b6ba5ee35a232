import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { keyFingerprint } from './kernel/secrets.ts'
import { secretKeyFor } from './secret-key.ts'

const [key, other] = ['k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga', 'Q7mXr2Lw8Tn5Yb4Hc6Jd1Fs0Gak9Zp3v']
let database: TestDatabase
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = join(await mkdtemp(join(inject('folder'), 'key-')), 'data')
})
const keyWith = (config: { secretKey?: string; secretKeyReplaces?: string }) =>
  secretKeyFor({ secretKey: '', secretKeyReplaces: '', dataDir, ...config }, database.ownerUrl)
const stored = async () =>
  (await database.sql('select fingerprint from installation_key')).map((row) => row.fingerprint)

it('is generated once, readable to its owner alone', async () => {
  const first = await keyWith({})
  expect(first).toMatch(/^[\w-]{43}$/)
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await keyWith({})).toBe(first)
})

it('is the one that the database was written with, of which it keeps a fingerprint alone', async () => {
  expect(await keyWith({ secretKey: key })).toBe(key)
  expect(await stored()).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  expect(await keyWith({ secretKey: key })).toBe(key)
  await expect(keyWith({ secretKey: other })).rejects.toThrow(keyFingerprint(key))
  expect(await stored()).toEqual([keyFingerprint(key)])
})

it('is one of those that start together', async () => {
  const starts = await Promise.allSettled([key, other].map((secretKey) => keyWith({ secretKey })))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const generated = await createTestDatabase()
  const config = { secretKey: '', secretKeyReplaces: '', dataDir }
  const keys = await Promise.all([1, 2, 3].map(() => secretKeyFor(config, generated.ownerUrl)))
  expect(new Set(keys).size).toBe(1)
})

it('is not generated for a database whose key is lost', async () => {
  await keyWith({})
  const before = await readFile(join(dataDir, 'secret.key'), 'utf8')
  await rm(join(dataDir, 'secret.key'))
  await expect(keyWith({})).rejects.toThrow(keyFingerprint(before))
  expect(await readdir(dataDir)).toEqual([])
})

it('replaces a lost one that is named by its fingerprint, and no other one later', async () => {
  await keyWith({ secretKey: key })
  const secretKeyReplaces = keyFingerprint(key)
  await expect(keyWith({ secretKey: other, secretKeyReplaces: 'ffffffffffffffff' })).rejects.toThrow('SECRET_KEY')
  expect(await keyWith({ secretKey: other, secretKeyReplaces })).toBe(other)
  // The variable may stay: it names a key that is gone.
  await expect(keyWith({ secretKey: key, secretKeyReplaces })).rejects.toThrow(keyFingerprint(other))
})
