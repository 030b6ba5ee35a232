import { randomUUID } from 'node:crypto'
import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import {
  looks,
  looksByWidth,
  seriousViolationsInAllLooks,
  seriousViolationsInBothSchemes,
} from './accessibility-scan.ts'
import { newPhone } from './captcha-and-codes.ts'
import { expect, openWorkbench, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const newName = (word: string) => `${word}${randomUUID().slice(0, 8)}公司`
for (const { colorScheme, viewport, width } of looks) {
  test(`axe finds nothing serious, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await page.goto('/console/login')
    await expect(page.getByLabel('账号')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('tab', { name: '短信登录' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByText('请输入手机号')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    for (const [path, heading] of [
      ['/console/forgetPassword', '忘记密码'],
      ['/console/register', '注册'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
    }
    await openWorkbench(page)
    await expect(page.getByRole('heading', { name: '最近变更' })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto('/console/web/sys/bases?topic=all')
    await expect(page.getByText('system.title')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '新增' }).click()
    await expect(page.getByRole('dialog').getByText('格式化')).toBeVisible()
    await page.getByRole('dialog').locator(submitButton).click()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '查看历史' }).first().click()
    await expect(page.getByRole('dialog')).toContainText('版本')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious in the menus, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/console/web/sys/menus')
    await expect(page.getByText('sys/bases').first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '编辑' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /图标/ }).click()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('dialog').getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByRole('dialog').getByText('格式化')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious in the registry, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/console/web/sys/access/modules?f.module=sysBases')
    await expect(page.getByText('sysBases:secret')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '绑定接口' }).first().click()
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto('/console/web/sys/access/apis?f.module=sysBases')
    await expect(page.getByText('新增基础参数')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '绑定权限点' }).first().click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const [label, words] of [
      ['查看调用', '最近被拒的用户'],
      ['切换方式', '当前为强制执行'],
    ] as const) {
      const shown = page.getByRole('button', { name: label }).first()
      if ((await shown.count()) > 0) await shown.click()
      else {
        await page.getByRole('button', { name: '更多' }).first().click()
        await page.getByRole('menuitem', { name: label }).press('Enter')
      }
      await expect(page.getByRole('dialog')).toContainText(words)
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: '同步' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(关闭|取消)$/ })
        .last(),
    ).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious in one’s own pages, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/console/web/user/profile')
    await expect(page.getByRole('heading', { name: '我的日志' })).toBeVisible()
    await expect(page.getByText('成功').first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '编辑个人资料' }).click()
    await expect(page.getByRole('dialog').getByLabel('姓名')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto('/console/web/user/security')
    await expect(page.getByRole('heading', { name: '登录凭据' })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '修改登录密码' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '修改密码' }).click()
    await expect(page.getByRole('dialog')).toContainText('请输入密码')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '开启动态验证码' }).click()
    await page.getByRole('dialog').getByLabel('当前密码').fill(administrator.password)
    await page.getByRole('dialog').getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '放弃设置' }).click()
    await page.getByRole('button', { name: '查看登录设备' }).click()
    await expect(page.getByRole('dialog').getByText('当前', { exact: true })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious in the screens of identity, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const by = '{"id":"","name":"系统管理员"}'
    await stage.sql(
      `insert into registrations (company_id, id, kind, account, name, phone, password_hash, ip)
       select id, gen_random_uuid(), 'person', $1, '王芳', $2, 'x', '127.0.0.1' from companies where platform`,
      [`axe_${colorScheme}_${width}`, newPhone()],
    )
    await stage.sql(
      `insert into invitations (company_id, id, code, expires_at, created_by)
       select id, gen_random_uuid(), $1, now() - interval '1 day', $2 from companies where platform`,
      [`AXE${colorScheme}${width}`, by],
    )
    await stage.sql(
      `insert into messages (company_id, id, channel, template, target, state, problem)
       select id, gen_random_uuid(), 'sms', 'test', '138****0000', 'failed', '余额不足' from companies where platform`,
    )
    await signIn(page)
    const drawers = {
      'identity/online': undefined,
      'identity/sign-in-logs': '详情',
      'identity/registrations': '驳回',
      'identity/invitations': '新增',
      'messages/log': '发送测试',
      'logs/operation': '详情',
      'messages/templates': '编辑',
    } as const
    for (const [path, opens] of Object.entries(drawers)) {
      await page.goto(`/console/web/sys/${path}`)
      await expect(page.getByText(/^共 \d+ 条$/)).toBeVisible()
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
      if (!opens) continue
      await page.getByRole('button', { name: opens, exact: true }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await page.goto('/console/web/sys/logs/operation')
    await page.getByRole('button', { name: '校验' }).click()
    await expect(page.getByText(/日志完整/)).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto('/console/web/sys/logs/trace?traceId=00000000')
    await expect(page.getByText('未找到该追踪号的记录')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto('/console/web/sys/identity/password-policy')
    await page.getByLabel('最小长度').fill('7')
    await page.getByLabel('最大长度').focus()
    await expect(page.getByText('请输入 8 到 64 之间的整数')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious among the users, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { account } = await buildUser(stage, { companyId: await readPlatformCompany(stage) })
    await stage.sql(
      `update users set locked_at = now(), lock_reason = '离职交接', locked_by = '{"id":"","name":"系统管理员"}' where account = $1`,
      [account],
    )
    await signIn(page)
    await page.goto(`/console/web/sys/users?search=${account}`)
    await expect(page.getByText('离职交接')).toBeVisible()
    await page.getByRole('checkbox', { name: '全选本页' }).check()
    await expect(page.getByText('已选 1 个用户')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '取消选择' }).click()
    for (const label of ['编辑', '分配角色', '重置密码', '查看会话']) {
      const shown = page.getByRole('button', { name: label, exact: true })
      if ((await shown.count()) > 0) await shown.click()
      else {
        await page.getByRole('button', { name: '更多' }).click()
        await page.getByRole('menuitem', { name: label }).press('Enter')
      }
      await expect(page.getByRole('dialog')).toContainText(account)
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByRole('dialog').locator(submitButton).click()
    await expect(page.getByRole('dialog')).toContainText('请输入账号')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('tab', { name: '回收站' }).click()
    await expect(page.getByText('暂无已删除用户')).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })

  test(`axe finds nothing serious among members from elsewhere, ${colorScheme}, ${width} px`, async ({
    page,
    browser,
    stage,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const [homeId, hostId] = [await buildCompany(stage, newName('本家')), await buildCompany(stage, newName('客座'))]
    const person = await buildUser(stage, { companyId: homeId })
    await stage.sql(
      `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id)
       values ($1, gen_random_uuid(), $2, '张伟', '', $3, $4)`,
      [hostId, person.account, homeId, person.id],
    )
    const permissions = ['sysMemberships:list', 'sysMemberships:add', 'sysMemberships:delete']
    const menus = ['people', 'sys.memberships']
    await signIn(page, await buildUser(stage, { companyId: hostId, permissions, menus }))
    await page.goto('/console/web/sys/memberships')
    await expect(page.getByRole('button', { name: '邀请成员' }).first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '邀请成员' }).first().click()
    await page.getByRole('dialog').locator(submitButton).click()
    await expect(page.getByRole('dialog').locator('.ant-form-item-explain-error').first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])

    const context = await browser.newContext({ colorScheme, viewport })
    const own = await context.newPage()
    await own.goto('/console/login')
    await own.getByLabel('账号').fill(person.account)
    await own.getByLabel('密码', { exact: true }).fill(person.password)
    await own.getByRole('button', { name: '登录', exact: true }).click()
    await own.getByRole('list', { name: '可以进入的公司' }).getByRole('button').first().click()
    await expect(own).toHaveURL(/\/console\/dashboard/)
    await own.goto('/console/web/user/profile')
    await expect(own.getByRole('region', { name: '我的公司' })).toBeVisible()
    expect(await seriousViolationsInAllLooks(own)).toEqual([])
    await own.getByRole('button', { name: /^退出客座/ }).click()
    await expect(own.getByRole('dialog')).toContainText('须由对方重新邀请')
    expect(await seriousViolationsInAllLooks(own)).toEqual([])
    await context.close()
  })
}

for (const { colorScheme, viewport, width } of looksByWidth) {
  test(`axe finds nothing serious among the roles, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { companyId, roleId } = await buildUser(stage, {
      companyId: await readPlatformCompany(stage),
      permissions: ['sysBases:list'],
    })
    const name = `无障碍${roleId.slice(-8)}`
    await stage.sql('update roles set name = $3 where company_id = $1 and id = $2', [companyId, roleId, name])
    await signIn(page)
    await page.goto(`/console/web/sys/roles?search=${name}`)
    await expect(page.getByText(name).first()).toBeVisible()
    if (width < 1200) {
      expect(await seriousViolationsInBothSchemes(page)).toEqual([])
      await page.getByRole('button', { name: '授权', exact: true }).click()
    }
    // Only lines near the window are drawn.
    await page.getByLabel('搜索菜单和权限点').fill('消息')
    await page.getByRole('treeitem', { name: '消息', exact: true }).click()
    await page.getByLabel('搜索菜单和权限点').fill('sysBases')
    await page.getByRole('treeitem', { name: '基础参数', exact: true }).press('Shift+Space')
    await page.getByLabel('搜索菜单和权限点').fill('')
    await page.getByRole('button', { name: '全部展开' }).click()
    await page.getByRole('button', { name: '添加规则' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('请填写比较值')).toBeVisible()
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: '删除规则 1' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('button', { name: '确认保存' })).toBeVisible()
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: '返回修改' }).click()
    await page.getByRole('tab', { name: '成员' }).click()
    await expect(page.getByText('直接授予')).toBeVisible()
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  })
}
