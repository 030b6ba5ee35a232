import { readdir } from 'node:fs/promises'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildTenant, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { sendFile } from '../send-file.ts'
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

const active = /<script|<svg|<html|<\?php/i

it('has at least sixty of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(60)
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

it('leaves the server alive and no temporary file behind', async () => {
  expect((await app.server.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect(await readdir(`${app.fileFolder}/incoming`)).toEqual([])
})
