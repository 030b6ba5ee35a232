import { buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import { everyPermission } from '@atrium/server/test/hostile/sample.ts'
import type { Page } from '@playwright/test'
import { createScreens } from './script-screens.ts'
import { watchPage } from './script-watch.ts'
import { signIn } from './stage.ts'

type Who = { account: string; password: string }
type Screens = ReturnType<typeof createScreens>

/** A user with every right and menu. */
export const buildViewer = async (stage: FactoryContext, companyId: string) => {
  const menus = await stage.sql(`select code from menus where code not like 'pool.%'`)
  return buildUser(stage, { companyId, permissions: everyPermission, menus: menus.map(({ code }) => String(code)) })
}

/** Takes who is signed in; undefined for a guest. */
export const openScreens = async (page: Page, origin: string, who: Who | undefined) => {
  if (who) await signIn(page, who)
  return createScreens(page, await watchPage(page, origin))
}

/** Opens the bell on the workbench. */
export const openBell = async (page: Page, screens: Screens) => {
  await screens.open('/console/dashboard')
  await page.getByRole('banner').getByRole('link', { name: /^通知/ }).hover()
  await page.getByRole('dialog', { name: '通知' }).waitFor()
  await screens.look('bell')
  await screens.closeAll()
}

/** Opens the preview of every Markdown and text of a folder. */
export const openDocuments = async (page: Page, screens: Screens) => {
  for (const search of ['正文', '文本']) {
    await screens.open(`/console/web/public/docs?size=50&search=${encodeURIComponent(search)}`, 'documents')
    const previews = page.getByRole('button', { name: '预览', exact: true })
    for (let at = 0; at < (await previews.count()); at += 1) {
      await screens.press(previews.nth(at))
      await screens.look('preview')
      await screens.closeAll()
    }
  }
}
