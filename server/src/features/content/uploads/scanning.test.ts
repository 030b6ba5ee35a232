import { randomBytes } from 'node:crypto'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClamdStandIn, eicar } from '../../../../test/clamd-stand-in.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { scanStream } from './clamd.ts'

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
const stateOf = (id: string) => details(id).then((found) => found?.state)

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
    clamd.setAnswer(undefined)
    await upload(randomBytes(20).toString('hex'))
    await eventually(async () => expect(await stateOf(id)).toBe('ready'))
    expect(clamd.scanned.some((bytes) => bytes.toString() === text)).toBe(true)
    expect((await app.server.inject({ url })).body).toBe(text)
  })
  it('with a virus stays there, and says which', async () => {
    const { id, url } = await upload(`text ${eicar}`)
    await eventually(async () => expect(await stateOf(id)).toBe('infected'))
    expect(await details(id)).toMatchObject({ finding: 'Eicar-Signature', url: '' })
    expect(await app.call(file, { params: { id } }, token)).toMatchObject({ code: 8105 })
    expect((await app.server.inject({ url })).json()).toMatchObject({ code: 8105, msg: '文件含有病毒，不能下载' })
  })
  it('is no picture: what was sent does not survive in it', async () => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a53c1' } })
      .png()
      .toBuffer()
    const { data } = await sendFile(app, token, Buffer.concat([image, Buffer.from(eicar)]), '图.png')
    expect(await stateOf(data?.id ?? '')).toBe('ready')
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
