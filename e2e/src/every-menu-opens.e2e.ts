import { shots, shownText } from './handbook-shots.ts'
import { expect, journey, openWorkbench, test } from './stage.ts'

test('every menu opens without an error in the console', journey, async ({ page, stage }) => {
  await stage.sql(
    `insert into menus (id, code, name, sort, metadata) values (gen_random_uuid(), 'sample', '示例', 99, '{"path":"sample","component":"sample/welcome"}')
     on conflict do nothing`,
  )
  await openWorkbench(page)
  const menus = page.getByRole('navigation', { name: /菜单/ })
  await expect(menus.getByRole('link').first()).toBeVisible()
  // Only one group is open at a time; the entries of the others are hidden.
  const addresses = await menus
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('main section').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // What the handbook's pictures of the page show.
    const words = shots.filter((shot) => `/console${shot.address}` === address).flatMap((shot) => shot.words)
    for (const word of new Set(words)) await expect(shownText(page, word)).toBeVisible()
  }
  await stage.sql(`delete from menus where code = 'sample'`)
})
