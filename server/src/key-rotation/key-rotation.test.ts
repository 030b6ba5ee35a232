import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { TOTP } from 'totp-generator'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createCookieJar } from '../../test/cookie-jar.ts'
import { buildCompany, buildUser } from '../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../test/harness.ts'
import { dataAs } from '../../test/loosely-typed.ts'
import { callOpen, createOpenStage } from '../../test/open-stage.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { verifyStoredCheckpoints } from '../features/audit/operation-logs/verify-checkpoints.ts'
import { createFileAddresses } from '../features/content/uploads/file-addresses.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { listKeyRotations } from '../kernel/db/key-rotations.ts'
import { createSecrets, type Keyring, keyFingerprint } from '../kernel/secrets.ts'
import { type KeyConfig, secretKeysFor } from '../secret-key.ts'
import { beginRotation, isPredecessor } from './begin-rotation.ts'
import { finishRotation } from './finish-rotation.ts'
import { followKey } from './follow-key.ts'
import { countSealed } from './seal-again.ts'

const [first, second, third] = [testSecretKey, 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga', 'Q7mXr2Lw8Tn5Yb4Hc6Jd1Fs0Gak9Zp3v']
const idCard = '11010519491231002X'

let database: TestDatabase
const jar = createCookieJar()
beforeEach(async () => {
  database = await createTestDatabase()
  await keys({ secretKey: first })
})
const keys = async (config: Partial<KeyConfig>) => {
  const unset = { secretKey: '', secretKeyReplaces: '', previousSecretKey: '', dataDir: inject('folder') }
  return (await secretKeysFor({ ...unset, ...config }, database.ownerUrl)).keyring
}
const nodeWith = async (config: Partial<KeyConfig>) => {
  const secrets = await keys(config)
  return { secrets, app: await createTestApp({ sharedDatabase: database, secrets, jar }) }
}
const both = { secretKey: second, previousSecretKey: first }
const begin = (key = second, previous = first) => beginRotation(database.ownerUrl, { key, previous })
const settled = { signal: new AbortController().signal, settleSeconds: 0 }
const finish = (keyring: Keyring) => finishRotation(database.ownerUrl, keyring, settled)
const counts = async (keyring: Keyring) => {
  const all = await asOwner(database.ownerUrl, (client) => countSealed(client, keyring))
  const sum = (of: 'present' | 'replaced' | 'lost') => all.reduce((total, counted) => total + counted[of], 0)
  return { present: sum('present'), replaced: sum('replaced'), lost: sum('lost') }
}
const rotations = () => asOwner(database.ownerUrl, listKeyRotations)

/** What people and programs were given under the first key, and may bring back later. */
const useInstallation = async (app: TestApp, secrets: Keyring) => {
  const open = await createOpenStage(app)
  const company = await open.company(['sysPosts:list', 'sysUsers:add', 'sysUsers:get', 'sysUsers:list'])
  const { id: apiId, path: url } = await open.openApi()
  const { id: appId, appKey } = await open.app(company.token)
  const { secret } = await open.secret(company.token, appId)
  await open.grant(company.token, appId, [apiId])
  const added = { account: 'carded', name: '韩梅梅', idCard }
  const { data: user, msg } = await app.call(usersContract.create, { body: added }, company.token)
  if (!user) throw new Error(msg)
  const person = await buildUser(app, { companyId: await buildCompany(app) })
  const tokens = await app.tokens(person)
  const on = { item: 'totp', on: true } as const
  const setUp = dataAs<{ secret: string; recovery: string[] }>(
    await app.call(securityContract.switchItem, { body: { ...on, password: person.password } }, tokens.token),
  )
  const { otp: code } = await TOTP.generate(setUp.secret, { timestamp: Date.now() - 30_000 })
  expect((await app.call(securityContract.switchItem, { body: { ...on, code } }, tokens.token)).code).toBe(0)
  const checkpoints = await app.call(operationLogsContract.checkpoints, {}, open.root)
  const [companyId = '', fileId = ''] = [crypto.randomUUID(), crypto.randomUUID()]
  const addresses = createFileAddresses(secrets)
  const files = { lasting: addresses.permanent(companyId, fileId), passing: addresses.temporary(companyId, fileId) }
  const call = { method: 'GET', url, appKey, secret } as const
  return { open: call, company, userId: user?.id ?? '', person, tokens, ...setUp, checkpoints: checkpoints.data, files }
}
type Used = Awaited<ReturnType<typeof useInstallation>>

const signInWith = async (app: TestApp, { person }: Used, proof: { type: 'totp' | 'recovery'; code: string }) => {
  const { data } = await app.call(signInContract.verify, { body: person })
  return (await app.call(signInContract.accessToken, { body: proof }, data?.tempToken)).code
}
/** Everything still opens, on a node with these keys. */
const expectAllOpen = async (app: TestApp, used: Used, recoveryCode: string | undefined) => {
  const { company, userId, tokens } = used
  expect(await callOpen(app, used.open)).toMatchObject({ status: 200, code: 0 })
  const shown = await app.call(usersContract.get, { params: { id: userId } }, company.token)
  expect(shown.data).toMatchObject({ idCard: '110105********002X' })
  expect((await app.call(sessionContract.loginInfo, {}, tokens.token)).code).toBe(0)
  expect(await signInWith(app, used, { type: 'recovery', code: recoveryCode ?? '' })).toBe(0)
}

describe('a rotation', { timeout: 60_000 }, () => {
  it('loses nothing that the previous key has sealed or signed, without it', async () => {
    const { app, secrets } = await nodeWith({ secretKey: first })
    const used = await useInstallation(app, secrets)
    const before = await counts(secrets)
    const { app: waiting } = await nodeWith(both)
    await expectAllOpen(waiting, used, used.recovery[0])
    // Until it begins, a node with both keys writes what one with the previous key alone can read.
    const during = { account: 'during', name: '李雷', idCard }
    const { data } = await waiting.call(usersContract.create, { body: during }, used.company.token)
    const seen = await app.call(usersContract.get, { params: { id: data?.id ?? '' } }, used.company.token)
    expect(seen.data).toMatchObject({ idCard: '110105********002X' })

    await begin()
    const keyring = await keys(both)
    expect(await finish(keyring)).toBe(true)
    expect(await counts(createSecrets(second))).toEqual({ present: before.present + 2, replaced: 0, lost: 0 })

    const { app: after, secrets: alone } = await nodeWith({ secretKey: second })
    await expectAllOpen(after, used, used.recovery[1])
    expect(await verifyStoredCheckpoints(after.database, alone.publicKeys)).toMatchObject({ broken: [] })
    const read = createFileAddresses(alone).read
    expect(read(used.files.lasting)?.state).toBe('permanent')
    // It would open a file by itself, to who knows the previous key.
    expect(read(used.files.passing.replace('/files/', ''))).toBeUndefined()
    const refreshed = { token: used.tokens.token, refreshToken: used.tokens.refreshToken }
    expect((await after.call(sessionContract.refresh, { body: refreshed })).code).toBe(0)
  })

  it('goes on after it was ended in the middle, on another node', async () => {
    const { app, secrets } = await nodeWith({ secretKey: first })
    await useInstallation(app, secrets)
    await begin()
    const ended = new AbortController()
    const keyring = await keys(both)
    let sealed = 0
    const sealAgain: Keyring['sealAgain'] = (text) => {
      sealed += 1
      if (sealed === 2) ended.abort(new Error('killed'))
      return keyring.sealAgain(text)
    }
    const killed = finishRotation(
      database.ownerUrl,
      { ...keyring, publicKeys: keyring.publicKeys, sealAgain },
      { signal: ended.signal, settleSeconds: 0 },
    )
    await expect(killed).rejects.toThrow('killed')
    expect((await rotations())[0]?.finishedAt).toBeNull()
    expect((await counts(await keys(both))).replaced).toBeGreaterThan(0)
    await expect(keys({ secretKey: second })).rejects.toThrow('轮换尚未完成')

    const others = [await keys(both), await keys(both)]
    const finished = await Promise.all(others.map(finish))
    expect(finished.filter(Boolean)).toHaveLength(1)
    expect(await counts(createSecrets(second))).toMatchObject({ replaced: 0, lost: 0 })
    expect((await rotations())[0]).toMatchObject({ finishedAt: expect.any(Date), replaced: keyFingerprint(first) })
  })

  it('refuses nodes with the previous key alone, and needs it no more once it is finished', async () => {
    await begin()
    await expect(keys({ secretKey: first })).rejects.toThrow(/已被密钥 .* 取代/)
    await finish(await keys(both))
    await expect(keys({ secretKey: first })).rejects.toThrow(/已被密钥 .* 取代/)
    const unset = { secretKeyReplaces: '', dataDir: '' }
    const { keyring, notes } = await secretKeysFor({ ...both, ...unset }, database.ownerUrl)
    expect(notes).toEqual(['SECRET_KEY_PREVIOUS 已不需要，不予使用，请移除'])
    expect(keyring.publicKeys).toHaveLength(1)
  })

  it('turns running nodes with both keys, and ends one that lacks the new key', async () => {
    const follow = async (config: Partial<KeyConfig>) => {
      const keyring = await keys(config)
      const seen: string[] = []
      const stop = followKey({
        database: database.database,
        keyring,
        ownerUrl: database.ownerUrl,
        onFinished: () => seen.push('finished'),
        onError: (error) => seen.push(String(error)),
        onLost: ({ message }) => seen.push(message),
        pauseMs: 20,
        settleSeconds: 0,
      })
      return { keyring, seen, stop }
    }
    const [old, ready] = [await follow({ secretKey: first }), await follow(both)]
    expect([old.keyring.presentKey(), ready.keyring.presentKey()]).toEqual(Array(2).fill(keyFingerprint(first)))
    await begin()
    await expect.poll(() => old.seen).toEqual([expect.stringMatching(/已被密钥 .* 取代/)])
    await expect.poll(() => ready.seen).toEqual(['finished'])
    expect(ready.keyring.presentKey()).toBe(keyFingerprint(second))
    await Promise.all([old.stop(), ready.stop()])
  })

  it('follows another, and keeps what the first key has signed', async () => {
    const signed = (await keys({ secretKey: first })).sign('recovery', 'code')
    await begin()
    await finish(await keys(both))
    await begin(third, second)
    await finish(await keys({ secretKey: third, previousSecretKey: second }))
    const keyring = await keys({ secretKey: third })
    expect(keyring.isSigned('recovery', 'code', signed)).toBe(true)
    expect(keyring.isSigned('recovery', 'code', signed, 'heldKey')).toBe(false)
    const known = await rotations()
    const isKnown = (key: string) => isPredecessor(createSecrets(key).publicKey, keyring.publicKey, known)
    expect([isKnown(first), isKnown(second), isKnown('some other key of 32 characters')]).toEqual([true, true, false])
  })

  it('refuses keys that cannot be meant', async () => {
    await expect(begin(second, third)).rejects.toThrow('不是写入该数据库的密钥')
    await begin()
    await begin()
    await expect(begin(third, second)).rejects.toThrow('上一次轮换尚未完成')
    await finish(await keys(both))
    await expect(begin(first, second)).rejects.toThrow('已被取代的密钥')
  })

  it('leaves what neither key opens as it is', async () => {
    const { app, secrets } = await nodeWith({ secretKey: first })
    await useInstallation(app, secrets)
    await database.sql('update users set id_card = $1 where id_card is not null', [createSecrets(third).seal(idCard)])
    await begin()
    await finish(await keys(both))
    expect(await counts(createSecrets(second))).toMatchObject({ replaced: 0, lost: 1 })
  })
})
