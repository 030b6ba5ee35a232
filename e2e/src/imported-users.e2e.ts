import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { buildSheet, toBytes } from '@atrium/server/test/filled-workbook.ts'
import { expect, signIn, test } from './stage.ts'

const rights = ['list', 'get', 'add', 'edit'].map((operation) => `sysUsers:${operation}`)

test('users are imported from their list, and the caller is told how they sign in', async ({ page, stage }) => {
  const mark = randomBytes(4).toString('hex')
  const companyId = await buildCompany(stage, `导入公司${mark}`)
  const permissions = [...rights, 'sysExcels:list', 'sysExcels:run']
  await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.users'] }))
  await page.goto('/console/web/sys/users')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const drawer = page.getByRole('dialog').last()
  await expect(drawer).toContainText('一次最多 200,000 行')
  const rows = [
    [`a_${mark}`, '王芳', '', '女'],
    [`b_${mark}`, '李雷', '12', '男'],
  ]
  const buffer = Buffer.from(await toBytes([buildSheet(['账号', '姓名', '手机号', '性别'], rows)]))
  const mimeType = 'application/octet-stream'
  await drawer.getByLabel('选择要导入的文件').setInputFiles({ name: '用户.xlsx', mimeType, buffer })
  await drawer.getByRole('button', { name: '试运行' }).click()
  await expect(drawer.getByRole('button', { name: /^拒绝 1$/ })).toBeVisible()
  await expect(drawer.getByRole('region', { name: '拒绝的行' })).toContainText('请输入正确的手机号')
  await drawer.getByRole('button', { name: /^新增 1$/ }).click()
  await expect(drawer.getByText('新增的用户没有初始密码')).toBeVisible()
  await drawer.getByRole('button', { name: '导入 1 行，跳过 1 行' }).click()
  await expect(drawer.getByRole('heading', { name: '导入完成' })).toBeVisible()
  await drawer.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('row').filter({ hasText: `a_${mark}` })).toContainText('王芳')
})
