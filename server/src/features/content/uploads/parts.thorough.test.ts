import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { describe, expect, it, vi } from 'vitest'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'

describe('a file that takes longer to store than a request waits', () => {
  const stage = async () => {
    const { promise: stored, resolve: release } = Promise.withResolvers<void>()
    const app = await createTestApp({
      watchFiles: ({ content, ...store }) => ({
        ...store,
        content: { ...content, put: async (...put) => void (await stored.then(() => content.put(...put))) },
      }),
    })
    const companyId = await buildTenant(app, '慢公司')
    const token = await app.signIn(
      await buildUser(app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] }),
    )
    const send = async (method: 'POST' | 'HEAD' | 'PATCH', url: string, headers: object, payload?: Buffer) =>
      app.server.inject({
        method,
        url,
        ...(payload && { payload }),
        headers: { token, 'tus-resumable': '1.0.0', ...headers },
      })
    const begun = await send('POST', partsPath, { 'upload-length': '5' })
    const url = String(begun.headers.location)
    const octets = { 'content-type': 'application/offset+octet-stream' }
    const patched = await send('PATCH', url, { 'upload-offset': '0', ...octets }, Buffer.from('hello'))
    const ask = () => send('HEAD', url, {})
    return { app, companyId, token, release, patched, ask, id: url.split('/').at(-1) ?? '' }
  }
  it('has its sender come back, and is added meanwhile', async () => {
    const { app, token, release, patched, ask, id } = await stage()
    expect(patched.statusCode).toBe(423)
    expect((await ask()).statusCode).toBe(423)
    release()
    const done = await ask()
    expect([done.statusCode, done.headers['upload-offset']]).toEqual([200, '5'])
    expect((await app.call(uploadsContract.get, { params: { id } }, token)).data).toMatchObject({ size: 5 })
  }, 90_000)
  it('says why it was refused when its sender comes back, once in the log', async () => {
    const { app, companyId, release, ask, id } = await stage()
    await app.sql('update tenants set most_storage = 1 where company_id = $1', [companyId])
    await app.sql(`insert into file_contents (company_id, sha256, size) values ($1, repeat('a', 64), 2000000)`, [
      companyId,
    ])
    release()
    await vi.waitFor(async () =>
      expect(await app.sql('select refusal from uploads where id = $1', [id])).toMatchObject([
        { refusal: { code: 3031 } },
      ]),
    )
    const told = await ask()
    expect([told.statusCode, (await ask()).statusCode]).toEqual([422, 404])
    const rows = await app.sql('select ok, code from audit_log where entity_id = $1', [id])
    expect(rows).toEqual([{ ok: false, code: 3031 }])
  }, 90_000)
})
