import { randomBytes } from 'node:crypto'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClamdStandIn, eicar } from '../../../../test/clamd-stand-in.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { openFileStore } from '../../../kernel/files/open-file-store.ts'
import { scanStream } from './clamd.ts'
import { createScanning } from './scanning.ts'

const { get, file } = uploadsContract

let app: TestApp
let clamd: Awaited<ReturnType<typeof createClamdStandIn>>
let token: string
beforeAll(async () => {
  clamd = await createClamdStandIn()
  app = await createTestApp({ clamavSocket: clamd.path })
  const companyId = await buildTenant(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] }))
})

const upload = async (text: string, name = '说明.txt') => {
  const { data, msg } = await sendFile(app, token, Buffer.from(text), name)
  if (!data) throw new Error(msg)
  return data
}
const details = async (id: string) => (await app.call(get, { params: { id } }, token)).data
const readState = (id: string) => details(id).then((found) => found?.state)

const countTries = async (id: string) =>
  (await app.sql('select scan_tries from files where id = $1', [id]))[0]?.scan_tries
/** Ends the pause before the next scan of a file, and has the node look. */
const scanAgain = async (id: string) => {
  await app.sql('update files set scan_at = now() where id = $1 and scan_at is not null', [id])
  await upload(randomBytes(20).toString('hex'))
}

describe('a file in quarantine', () => {
  it('is not sent until the scanner has found nothing', async () => {
    clamd.setAnswer('stream: Heuristics.Busy ERROR')
    const text = randomBytes(100_000).toString('hex')
    const { id, url } = await upload(text)
    expect(await details(id)).toMatchObject({ state: 'scanning', url: '' })
    expect(await app.call(file, { params: { id } }, token)).toMatchObject({
      code: 8104,
      msg: '文件正在查毒，请稍后再试',
    })
    expect((await app.server.inject({ url })).statusCode).toBe(422)
    await eventually(async () => expect(await countTries(id)).toBe(1))
    clamd.setAnswer(undefined)
    await scanAgain(id)
    await eventually(async () => expect(await readState(id)).toBe('ready'))
    expect(clamd.scanned.some((bytes) => bytes.toString() === text)).toBe(true)
    expect((await app.server.inject({ url })).body).toBe(text)
  })
  it('with a virus stays there, and says which', async () => {
    const { id, url } = await upload(`text ${eicar}`)
    await eventually(async () => expect(await readState(id)).toBe('infected'))
    expect(await details(id)).toMatchObject({ finding: 'Eicar-Signature', url: '' })
    expect(await app.call(file, { params: { id } }, token)).toMatchObject({ code: 8105 })
    expect((await app.server.inject({ url })).json()).toMatchObject({ code: 8105, msg: '文件含有病毒，不能下载' })
  })
  it('that the scanner never judges is given up, until a user asks for another scan', async () => {
    clamd.setAnswer('stream: Can not scan ERROR')
    const { id } = await upload(randomBytes(100).toString('hex'))
    for (const tries of [1, 2, 3, 4, 5]) {
      await eventually(async () => expect(await countTries(id)).toBe(tries))
      await scanAgain(id)
    }
    expect(await readState(id)).toBe('unscanned')
    expect(await app.call(file, { params: { id } }, token)).toMatchObject({
      code: 8108,
      msg: '文件查毒失败，不能下载，可重新查毒或删除后重新上传',
    })
    const found = await app.call(uploadsContract.list, { query: { 'f.state': 'unscanned' } }, token)
    expect(found.data?.map((row) => row.id)).toEqual([id])
    clamd.setAnswer(undefined)
    expect((await app.call(uploadsContract.rescan, { params: { id } }, token)).code).toBe(0)
    await eventually(async () => expect(await readState(id)).toBe('ready'))
    expect(await app.call(uploadsContract.rescan, { params: { id } }, token)).toMatchObject({ code: 8109 })
  })
  it('keeps its tries while the scanner cannot be reached', async () => {
    const node = await createTestApp({ clamavSocket: '127.0.0.1:9' })
    const companyId = await buildTenant(node, '乙公司')
    const sender = await node.signIn(
      await buildUser(node, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] }),
    )
    const { data } = await sendFile(node, sender, Buffer.from('text'), 'a.txt')
    const [trigger] = createScanning({
      database: node.database,
      files: openFileStore(node.fileFolder).content,
      clamavSocket: '127.0.0.1:9',
      wakeJob: () => undefined,
      onError: () => undefined,
    }).jobs
    await expect(trigger?.run(AbortSignal.timeout(5000))).rejects.toThrow('ECONNREFUSED')
    expect(await node.sql('select scan_tries, scan_at is null as over from files where id = $1', [data?.id])).toEqual([
      { scan_tries: 0, over: false },
    ])
  })
  it('is no picture: what was sent does not survive in it', async () => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a53c1' } })
      .png()
      .toBuffer()
    const { data } = await sendFile(app, token, Buffer.concat([image, Buffer.from(eicar)]), '图.png')
    expect(await readState(data?.id ?? '')).toBe('ready')
  })
})

describe('a scan', () => {
  const scan = (address: string) => scanStream(address, oneByOne(randomBytes(300_000)), AbortSignal.timeout(5000))
  it('passes every byte', async () => {
    const before = clamd.scanned.length
    expect(await scan(clamd.path)).toBe('')
    expect(clamd.scanned[before]?.length).toBe(300_000)
  })
  it.each(['INSTREAM size limit exceeded. ERROR', '', 'stream: OK but', 'nonsense'])(
    'has no verdict after %j',
    async (answer) => {
      clamd.setAnswer(answer)
      await expect(scan(clamd.path)).rejects.toThrow('clamd')
      clamd.setAnswer(undefined)
    },
  )
  it('fails where nothing listens', async () => {
    await expect(scan('127.0.0.1:9')).rejects.toThrow('ECONNREFUSED')
    await expect(scan('/nowhere/clamd.sock')).rejects.toThrow('ENOENT')
  })
})

async function* oneByOne(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
