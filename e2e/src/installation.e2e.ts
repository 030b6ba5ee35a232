import { seriousViolations } from './accessibility-scan.ts'
import { expect, signIn, test } from './stage.ts'

const address = '/console/web/sys/installation'

test('an operator sees the installation, and pauses and resumes a schedule', async ({ page }) => {
  await signIn(page)
  await page.goto(address)
  for (const part of ['节点', '队列', '定时任务', '最大的表'])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: /签署审计检查点/ })
  await row.getByRole('button', { name: '暂停' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click()
  await expect(row.getByText('已暂停')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await row.getByRole('button', { name: '恢复' }).click()
  await expect(row.getByRole('button', { name: '暂停' })).toBeVisible()
  await row.getByRole('button', { name: '立即执行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即执行' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.route('**/api/sys/installation/v1', (route) => route.fulfill({ status: 503, body: '' }))
  await expect(page.getByRole('alert').getByRole('button', { name: '重试' })).toBeVisible()
  await expect(page.getByText('一切正常')).toBeHidden()
  await expect(page.getByRole('heading', { name: '节点', exact: true })).toBeVisible()
  await page.unroute('**/api/sys/installation/v1')
  await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('更新时间')).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeHidden()
})
