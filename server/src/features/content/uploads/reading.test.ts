import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { brandingContract } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { sendFile } from '../../../../test/send-file.ts'

const openTransactions = async (app: TestApp) => {
  const [row] = await app.superuserSql(
    `select count(*)::int as many from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  return row?.many
}
const png = () =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: '#0a53c1' } })
    .png()
    .toBuffer()
const replace = async (app: TestApp, url: string, token: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await png())]), 'a.png')
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json().code
}

it('the bytes of files, portraits and logos are read after the transaction of their request', async () => {
  let reads = 0
  const app = await createTestApp({
    watchFiles: ({ content, ...store }) => ({
      ...store,
      content: {
        ...content,
        async read(...key) {
          await eventually(async () => expect(await openTransactions(app)).toBe(0))
          reads += 1
          return content.read(...key)
        },
      },
    }),
  })
  const companyId = await buildTenant(app, '甲公司')
  const permissions = ['sysUploads:list', 'sysUploads:upload']
  const token = await app.signIn(await buildUser(app, { companyId, permissions }))
  const root = await app.signIn()
  const { data } = await sendFile(app, token, Buffer.from('text'), 'a.txt')
  const params = { id: companyId }
  const logoPath = brandingContract.replaceLogo.path.replace(':id', companyId)
  expect(await replace(app, accountContract.replacePortrait.path, token)).toBe(0)
  expect(await replace(app, logoPath, root)).toBe(0)
  const answers = [
    await app.call(uploadsContract.file, { params: { id: data?.id ?? '' } }, token),
    await app.call(accountContract.portrait, {}, token),
    await app.call(brandingContract.logo, { params }, root),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ headers }) => headers['content-type'])).toEqual(['text/plain', 'image/jpeg', 'image/png'])
  expect(reads).toBe(3)
})
