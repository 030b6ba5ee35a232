import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { expect, it } from 'vitest'
import { repeatedBytes, uploadWithCuts } from '../../../../test/cut-upload.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'

it('two gigabytes arrive over two nodes, in memory that does not grow with them', async () => {
  const app = await createTestApp()
  const second = await createTestApp({ sharedDatabase: app })
  const companyId = await buildTenant(app, '大公司')
  const user = await buildUser(app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] })
  const seen = await uploadWithCuts([app, second], user, { megabytes: 2048, chunkSize: 16 * 1024 * 1024 })
  expect([seen.cuts, repeatedBytes(seen.steps)]).toEqual([3, []])
  const token = await app.signIn(user)
  const { data } = await app.call(uploadsContract.get, { params: { id: seen.id } }, token)
  expect(data).toMatchObject({ sha256: seen.digest, size: seen.size })
  expect(seen.mostBuffers).toBeLessThan(80 * 1024 * 1024)
}, 900_000)
