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
})
