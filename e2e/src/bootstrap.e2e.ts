import { expect, journey, test } from './stage.ts'

test('a page applies its embedded replies, whatever they contain', journey, async ({ page, stage }) => {
  const copyright = '</script><script>window.broken = true</script>&lt; “版权”'
  const set = (text: string) =>
    stage.sql(`update base_parameters set value = to_jsonb($1::text) where code = 'system.copyright'`, [text])
  await set(copyright)
  try {
    const calls: string[] = []
    page.on('request', (request) => {
      // Identity providers are asked for beside the page, which does not wait for them.
      if (/\/(front-)?api\/(?!sys\/identity\/buttons\/)/.test(request.url())) calls.push(request.url())
    })
    await expect(async () => {
      await page.goto('/console/login')
      await expect(page.getByText(copyright)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('tab', { name: '短信登录' })).toBeVisible()
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(calls).toEqual([])
  } finally {
    await set('')
  }
})
