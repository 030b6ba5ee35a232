import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { openFileStore } from '../../../kernel/files/open-file-store.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { createSettings } from '../../system/base-parameters/index.ts'
import { createFileSweep } from './file-sweep.ts'
import { createFiles } from './files.service.ts'

let app: TestApp
let companyId: string
let token: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildTenant(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] }))
})

const text = () => Buffer.from(randomBytes(100).toString('hex'))
const toDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const uploadText = async () => {
  const bytes = text()
  const { data, msg } = await sendFile(app, token, bytes, '说明.txt')
  if (!data) throw new Error(`not stored: ${msg}`)
  return { bytes, ...data }
}
const details = async (id: string) => (await app.call(uploadsContract.get, { params: { id } }, token)).data
const open = (url: string) => app.server.inject({ url })
const store = () => openFileStore(app.fileFolder)
const sweep = () => {
  const ports = { database: app.database, fileStore: store() }
  const settings = createSettings(app.database, createSecrets(testSecretKey))
  return createFileSweep({ ...ports, settings, files: createFiles(ports) })
}

it('clears temporary files of a node that does no jobs', async () => {
  const incoming = join(app.fileFolder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await writeFile(join(incoming, 'old'), 'x')
  await utimes(join(incoming, 'old'), 0, 0)
  await createTestApp({ sharedDatabase: app, process: ['api'] })
  await eventually(async () => expect(await readdir(incoming)).not.toContain('old'))
})

describe('the sweep', () => {
  const age = (id: string) =>
    app.sql(`update files set unused_since = unused_since - interval '25 hours' where id = $1`, [id])
  it('deletes what nothing has used for a day, and nothing that is used', async () => {
    const [old, young] = [await uploadText(), await uploadText()]
    const user = await buildUser(app, { companyId })
    const used = await uploadText()
    await app.sql(`insert into portraits (company_id, user_id, file_id, etag) values ($1, $2, $3, '')`, [
      companyId,
      user.id,
      used.id,
    ])
    for (const { id } of [old, used]) await age(id)
    await sweep().sweepRows()
    expect([await details(old.id), (await details(young.id))?.id, (await details(used.id))?.uses]).toEqual([
      undefined,
      young.id,
      1,
    ])
    await app.sql('delete from users where id = $1', [user.id])
    await age(used.id)
    await sweep().sweepRows()
    expect(await details(used.id)).toBeUndefined()
  })
  const storeStray = async (owner = companyId) => {
    const stray = await store().receive([text()])
    await store().content.put(owner, stray)
    return { companyId: owner, sha256: stray.sha256 }
  }
  const ageRemoved = (days: number) =>
    app.sql('update removed_contents set removed_at = removed_at - make_interval(days => $1)', [days])

  it('removes bytes that no row names, two weeks later, and no others', async () => {
    const { url, bytes } = await uploadText()
    const stray = await storeStray()
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(true)
    await ageRemoved(13)
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(true)
    await ageRemoved(1)
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(false)
    expect((await open(url)).rawPayload).toEqual(bytes)
    expect(await app.sql('select from removed_contents where sha256 = $1', [stray.sha256])).toEqual([])
  })
  it('keeps the bytes of a deleted file for an older database, as long as the setting says', async () => {
    const { id, bytes } = await uploadText()
    const key = { companyId, sha256: toDigest(bytes) }
    await age(id)
    await sweep().sweepRows()
    await app.sql(`update file_contents set unnamed_since = now() - interval '25 hours' where sha256 = $1`, [
      key.sha256,
    ])
    await sweep().sweepRows()
    expect(await app.sql('select from file_contents where sha256 = $1', [key.sha256])).toEqual([])
    await app.sql(`update base_parameters set value = '3' where code = 'files.keepDays'`)
    await ageRemoved(2)
    await sweep().sweepBytes()
    expect(await store().content.has(key)).toBe(true)
    await ageRemoved(1)
    await sweep().sweepBytes()
    expect(await store().content.has(key)).toBe(false)
    await app.sql(`update base_parameters set value = '14' where code = 'files.keepDays'`)
  })
  it('keeps bytes that came again', async () => {
    const stray = await storeStray()
    await sweep().sweepBytes()
    await app.sql('insert into file_contents (company_id, sha256, size) values ($1, $2, 200)', [
      companyId,
      stray.sha256,
    ])
    await ageRemoved(15)
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(true)
  })
  it('removes the bytes of an erased company at once', async () => {
    const stray = await storeStray(randomUUID())
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(false)
  })
  it('never touches the bytes of another installation', async () => {
    const stray = await storeStray(randomUUID())
    const own = await store().mark.read()
    await store().mark.write(randomUUID())
    await expect(sweep().sweepBytes()).rejects.toThrow('another installation')
    expect(await store().content.has(stray)).toBe(true)
    await store().mark.write(own ?? '')
    await sweep().sweepBytes()
    expect(await store().content.has(stray)).toBe(false)
  })
  it('forgets bytes whose file never came, a day later', async () => {
    const sha256 = toDigest(text())
    await app.sql(
      `insert into file_contents (company_id, sha256, size, unnamed_since) values ($1, $2, 5, now() - interval '25 hours')`,
      [companyId, sha256],
    )
    await sweep().sweepRows()
    expect(await app.sql('select from file_contents where sha256 = $1', [sha256])).toEqual([])
  })
  it('keeps the number of files that have the same bytes, also when they go at once', async () => {
    const bytes = text()
    const sha256 = toDigest(bytes)
    const counted = async () => {
      const [row] = await app.sql(
        'select file_count, unnamed_since is null as named from file_contents where sha256 = $1',
        [sha256],
      )
      return row
    }
    const files = [await sendFile(app, token, bytes, '一.txt'), await sendFile(app, token, bytes, '二.txt')]
    expect(await counted()).toEqual({ file_count: 2, named: true })
    await app.sql('delete from files where sha256 = $1 and id = $2', [sha256, files[0]?.data?.id])
    expect(await counted()).toEqual({ file_count: 1, named: true })
    await sendFile(app, token, bytes, '三.txt')
    const left = await app.sql('select id from files where sha256 = $1', [sha256])
    await Promise.all(left.map(({ id }) => app.sql('delete from files where id = $1', [id])))
    expect(await counted()).toEqual({ file_count: 0, named: false })
    await sweep().sweepRows()
    expect(await counted()).toEqual({ file_count: 0, named: false })
    await app.sql(`update file_contents set unnamed_since = now() - interval '25 hours' where sha256 = $1`, [sha256])
    await sweep().sweepRows()
    expect(await counted()).toBeUndefined()
  })
})
