import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { webhooksErrors } from '@atrium/contract/features/open/webhooks/webhooks.errors.ts'
import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage } from '../../../../test/open-stage.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

it('refuses an address that can never be reached, and says why', async () => {
  const stage = await createOpenStage(app)
  const { token } = await stage.company(['openApps:hooks', 'sysPosts:list'])
  const { id } = await stage.app(token)
  const save = (url: string) =>
    app.call(webhooksContract.addHook, { params: { id }, body: { url, events: ['post.created'] } }, token)
  for (const url of ['http://localhost:8080/', 'https://erp.internal/hook', 'http://database/', 'https://10.0.0.8/'])
    expect([url, await save(url)]).toMatchObject([
      url,
      { ...webhooksErrors.addressRefused, errors: [{ field: 'url' }] },
    ])
  for (const url of ['https://a.cn:0/', 'ftp://a.cn/', 'https://u:p@a.cn/', 'https://a.cn/#x'])
    expect([url, await save(url)]).toMatchObject([url, { code: 400, errors: [{ field: 'url' }] }])
  expect((await save('https://erp.example.cn/hook')).code).toBe(0)
})
