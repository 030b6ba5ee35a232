import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness.ts'

const policyOf = async (siteOrigin: string) => {
  const { server } = await createTestApp({ siteOrigin })
  const urls = ['/healthz', '/api/nothing', '/api/sys/login/captcha/v1']
  const answers = await Promise.all(urls.map((url) => server.inject({ url })))
  return new Set(answers.map(({ headers }) => headers['strict-transport-security']))
}

it('browsers come by TLS alone once the console is reached by it', async () => {
  expect(await policyOf('https://console.example.cn')).toEqual(new Set(['max-age=31536000']))
  expect(await policyOf('http://localhost:3000')).toEqual(new Set([undefined]))
})
