import { readdir } from 'node:fs/promises'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { sendFile } from '../send-file.ts'
import { createBombs } from './hostile-bombs.ts'
import { createHostileFiles } from './hostile-files.ts'

const { file } = uploadsContract
const files = await createHostileFiles()

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  const companyId = await buildTenant(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] }))
})

/** What Windows takes for a device, whatever follows its dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const active = /<script|<svg|<html|<\?php/i

it('has more than a hundred of them', () => {
  expect(files.length).toBeGreaterThan(100)
})

it.each(files)('%s', async (_, { name, bytes, biz, becomes }) => {
  const { status, code, msg, data } = await sendFile(app, token, bytes, name, biz === undefined ? {} : { biz })
  expect(status).toBe(200)
  expect(msg).not.toMatch(/\/work|node_modules|Error|undefined/)
  if (typeof becomes === 'number') {
    expect([code, data]).toEqual([becomes, undefined])
    expect(msg).toMatch(/\p{Script=Han}/u)
    return
  }
  expect([code, data?.mime]).toEqual([0, becomes])
  expect(data?.name).not.toMatch(device)
  expect(data?.name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^\./u)
  expect([...(data?.name ?? '')].length).toBeLessThanOrEqual(120)
  for (const sent of [
    await app.server.inject({ url: data?.url ?? '' }),
    await app.server.inject({ url: file.path.replace(':id', data?.id ?? ''), headers: { token } }),
  ]) {
    expect(sent.headers).toMatchObject({
      'content-type': becomes,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const isPicture = becomes.startsWith('image/')
    expect(sent.headers['content-disposition']).toMatch(isPicture ? /^inline; / : /^attachment; /)
    // A picture has nothing left of what was sent with it; anything else is never shown.
    if (isPicture) expect(active.test(sent.rawPayload.toString('latin1'))).toBe(false)
  }
})

it('takes little memory for bombs', async () => {
  const bombs = Object.values(await createBombs())
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  for (let round = 0; round < 3; round += 1)
    await Promise.all(bombs.map(({ name, bytes }) => sendFile(app, token, bytes, name)))
  clearInterval(watching)
  // Unpacked, they have close to two gigabytes.
  expect((most - before) / 1_000_000).toBeLessThan(300)
})

it('refuses a form of two files', async () => {
  const form = new FormData()
  for (const name of ['a.txt', 'b.txt']) form.append('file', new Blob(['hello']), name)
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url: uploadsContract.upload.path,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(answer.json()).toMatchObject({ code: 413, msg: expect.stringMatching(/\p{Script=Han}/u) })
})

it('leaves the server alive and no temporary file behind', async () => {
  expect((await app.server.inject({ url: '/healthz' })).statusCode).toBe(200)
  // An answer does not wait for its temporary file to go.
  await expect.poll(() => readdir(`${app.fileFolder}/incoming`)).toEqual([])
})
