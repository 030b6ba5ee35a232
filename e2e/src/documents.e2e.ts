import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const drawer = (page: Page) => page.getByRole('dialog').last()
const tree = (page: Page) => page.getByRole('region', { name: '文件夹', exact: true })
const unique = (name: string) => `${name}${randomBytes(3).toString('hex')}`
const textFile = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const choose = (page: Page, files: ReturnType<typeof textFile>[]) =>
  page.getByLabel('选择文件', { exact: true }).setInputFiles(files)

const addTopFolder = async (page: Page, title: string) => {
  await tree(page).getByRole('button', { name: '新建顶级文件夹' }).click()
  await drawer(page).getByLabel('名称').fill(title)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(title)
}

test(
  'a folder is made, files are uploaded into it, get versions, and go to the trash and back',
  journey,
  async ({ page }) => {
    const folder = unique('制度')
    const name = `${unique('手册')}.md`
    await signIn(page)
    await page.goto('/console/web/public/docs')
    const title = '文档管理'
    await expect(page).toHaveTitle(new RegExp(`^${title} - `))
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached()
    const places = [
      page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title }),
      page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: title }),
      page.getByRole('navigation', { name: '面包屑' }).getByText(title, { exact: true }),
    ]
    for (const place of places) await expect(place).toHaveText(title)
    await addTopFolder(page, folder)
    await choose(page, [textFile(name, '# 第一版'), textFile(`${unique('别的')}.txt`, '别的')])
    await expect(row(page, name)).toContainText('第 1 版')
    await choose(page, [textFile(name, '# 标题\n\n<script>document.title = "x"</script>\n\n**粗体**')])
    await expect(row(page, name)).toContainText('第 2 版')

    await actOn(row(page, name), '预览')
    await expect(drawer(page).getByRole('heading', { name: '标题' })).toBeVisible()
    await expect(drawer(page).locator('strong')).toHaveText('粗体')
    await expect(drawer(page).locator('script')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await row(page, name).getByRole('button', { name }).click()
    await expect(drawer(page)).toContainText('文本')
    await drawer(page).getByRole('tab', { name: '版本 2' }).click()
    const versions = drawer(page).getByRole('list', { name: '版本' })
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    const download = page.waitForEvent('download')
    await versions.getByRole('button', { name: '下载第 1 版' }).click()
    expect((await download).suggestedFilename()).toBe(name)
    await versions.getByRole('button', { name: '恢复第 1 版' }).click()
    await expect(versions.getByRole('listitem')).toHaveCount(3)
    await page.keyboard.press('Escape')

    await actOn(row(page, name), '删除')
    await drawer(page).getByRole('button', { name: '删除' }).click()
    await expect(row(page, name)).toHaveCount(0)
    // Its name is taken meanwhile.
    await choose(page, [textFile(name, '同名')])
    await expect(row(page, name)).toContainText('第 1 版')
    await tree(page).getByRole('button', { name: '回收站' }).click()
    await actOn(row(page, name), '恢复')
    await drawer(page).getByRole('button', { name: '恢复' }).click()
    const restored = name.replace('.md', '（2）.md')
    const question = page.getByRole('dialog', { name: `恢复为“${restored}”？` })
    await expect(question).toContainText(`“${folder}”中已有同名的文件或文件夹`)
    await question.getByRole('button', { name: '恢复' }).click()
    await expect(row(page, name)).toHaveCount(0)
    await tree(page).getByRole('button', { name: '全部文件' }).click()
    await expect(row(page, restored)).toContainText('第 3 版')
  },
)

test('access to a folder is given to everyone, and shown below as inherited', async ({ page }) => {
  const [folder, below] = [unique('共享'), unique('下级')]
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, folder)
  await page.getByRole('button', { name: '权限', exact: true }).click()
  await drawer(page).getByLabel('添加角色、组织或人员').click()
  await page.getByTitle('全体成员（本公司所有用户）').click()
  await expect(drawer(page).getByRole('list', { name: '可访问的人' }).getByRole('listitem')).toHaveCount(2)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('操作成功').first()).toBeVisible()

  await page.getByRole('button', { name: '新建文件夹', exact: true }).click()
  await drawer(page).getByLabel('名称').fill(below)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(below)
  await page.getByRole('button', { name: '权限', exact: true }).click()
  await expect(drawer(page).getByRole('region', { name: '继承的权限' })).toContainText(`继承自“${folder}”`)
  await page.keyboard.press('Escape')

  await expect(page.getByText('该文件夹没有文件')).toBeVisible()
  await expect(page.getByRole('button', { name: '清除条件' })).toHaveCount(0)
  await choose(page, [textFile(`${unique('附件')}.txt`, '附件')])
  await page.getByRole('navigation', { name: '当前文件夹' }).getByRole('button', { name: folder }).click()
  const inside = page.getByRole('list', { name: '下级文件夹' }).getByRole('button', { name: below })
  await expect(inside).toContainText('1 个文件')
  await expect(tree(page).getByRole('treeitem', { name: folder, exact: false })).toContainText('1')
  await inside.click()
  await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(below)
})

test('a file is shared by a link with a password and a count, used without signing in, and revoked', async ({
  page,
  browser,
}) => {
  const name = `${unique('报价')}.txt`
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, unique('分享'))
  await choose(page, [textFile(name, '给客户的报价')])
  await actOn(row(page, name), '分享链接')
  await drawer(page).getByRole('button', { name: '新建链接' }).click()
  await drawer(page).getByLabel('访问密码').fill('Word-42-一')
  await drawer(page).getByLabel('可用次数').fill('2')
  await drawer(page).locator(submitButton).click()
  const address = (await drawer(page).locator('code').textContent()) ?? ''
  expect(address).toMatch(/\/console\/share\/[\w-]{43}$/)
  await drawer(page).getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('list', { name: '分享链接' })).toContainText('已使用 0 次，剩余 2 次')

  const visitor = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await visitor.goto(address)
  await visitor.getByLabel('访问密码', { exact: true }).fill('Wrong-1')
  await visitor.getByRole('button', { name: '打开文件' }).click()
  await expect(visitor.getByText('密码错误，请重新输入')).toBeVisible()
  await expect(visitor.getByText(name)).toHaveCount(0)
  await visitor.getByLabel('访问密码', { exact: true }).fill('Word-42-一')
  await visitor.getByRole('button', { name: '打开文件' }).click()
  await expect(visitor.getByRole('heading', { name })).toBeVisible()
  await visitor.getByRole('button', { name: '预览' }).click()
  await expect(visitor.getByText('给客户的报价')).toBeVisible()
  const download = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe(name)
  await expect(visitor.getByText('剩余 0 次')).toBeVisible()
  await visitor.getByRole('button', { name: '下载' }).click()
  await expect(visitor.getByRole('alert')).toHaveText('该链接的可用次数已用完，请联系分享人')

  await page.getByRole('button', { name: /^撤销/ }).click()
  await drawer(page).getByRole('button', { name: '撤销', exact: true }).click()
  await expect(page.getByText('暂无分享链接')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('alert')).toHaveText('链接不存在或已失效，请联系分享人')
  await visitor.context().close()
})

test('who has read and downloaded a file is listed and exported, and the workbench leads back to it', async ({
  page,
}) => {
  const name = `${unique('通知')}.txt`
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, unique('回执'))
  await choose(page, [textFile(name, '请阅读')])
  await actOn(row(page, name), '阅读与下载')
  await expect(drawer(page).getByRole('button', { name: '未读 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await actOn(row(page, name), '预览')
  await expect(drawer(page).getByText('请阅读')).toBeVisible()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await actOn(row(page, name), '下载')
  expect((await download).suggestedFilename()).toBe(name)

  await actOn(row(page, name), '阅读与下载')
  await expect(drawer(page).getByText('暂无未读人员')).toBeVisible()
  await drawer(page).getByRole('button', { name: '已读 1' }).click()
  await expect(drawer(page).getByRole('table', { name: '人员' }).getByRole('row')).toHaveCount(2)
  await drawer(page).getByRole('tab', { name: '下载记录' }).click()
  await expect(drawer(page).getByRole('table', { name: '下载记录' })).toContainText('权限')
  const exported = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await exported).suggestedFilename()).toBe(`${name} 下载记录.xlsx`)

  await page.goto('/console/dashboard')
  const card = page.getByRole('region', { name: '最近文档' })
  await card.getByRole('link', { name }).click()
  await expect(drawer(page).getByText('我的权限')).toBeVisible()
  await expect(drawer(page)).toContainText(name)
})

test('a finished upload survives that putting it into its folder fails, and is put there once', async ({ page }) => {
  const name = `${unique('合同')}.txt`
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, unique('断网'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url())
  })
  let attempts = 0
  const putting = (url: URL) => url.pathname === '/api/sys/docs/v1'
  await page.route(putting, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    attempts += 1
    // The server puts the file there at last, and its answer is lost.
    if (attempts === 3) await route.fetch()
    return route.abort('connectionfailed')
  })
  await choose(page, [textFile(name, '正文')])
  const waiting = page.getByRole('list', { name: '正在上传的文件' })
  await expect(waiting.getByRole('button', { name: `重试“${name}”` })).toBeVisible()
  expect(attempts).toBe(3)
  await page.unroute(putting)
  await waiting.getByRole('button', { name: `重试“${name}”` }).click()
  await expect(waiting).toHaveCount(0)
  await expect(row(page, name)).toContainText('第 1 版')
  expect(sent.length).toBe(1)
})

test('dropped files are uploaded', async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, unique('拖放'))
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer()
    made.items.add(new File(['拖入的内容'], '拖入.txt', { type: 'text/plain' }))
    return made
  })
  await page.locator('.document-drop').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(row(page, '拖入.txt')).toContainText('第 1 版')
})

/** A page with Chinese text in a font that the file does not bring along. */
const chinesePdf = () => {
  const text = [...'员工手册'].map((each) => each.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const drawing = `BT /F1 48 Tf 60 700 Td <${text}> Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 7 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880] /ItalicAngle 0
      /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer
<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}
const countInk = (canvas: HTMLCanvasElement) => {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let ink = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink += 1
  return ink
}

test('a PDF with Chinese text is drawn, with character maps from this server', async ({ page }) => {
  const name = `${unique('手册')}.pdf`
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, unique('预览'))
  await choose(page, [{ name, mimeType: 'application/pdf', buffer: Buffer.from(chinesePdf(), 'latin1') }])
  const map = page.waitForResponse((response) => /UniGB-UCS2-H.*\.bcmap/.test(response.url()))
  await actOn(row(page, name), '预览')
  expect((await map).status()).toBe(200)
  const canvas = drawer(page).getByRole('img', { name: '第 1 页，共 1 页' })
  await expect.poll(() => canvas.evaluate(countInk)).toBeGreaterThan(500)

  // Its text lies over the drawn one, where the browser finds and selects it.
  const text = drawer(page).locator('.preview-page-text').getByText('员工手册')
  await expect(text).toBeAttached()
  const [box, paper] = [await text.boundingBox(), await canvas.boundingBox()]
  if (!box || !paper) throw new Error('the text has no place')
  expect((box.x - paper.x) / paper.width).toBeCloseTo(60 / 595, 1)
  expect(box.width / paper.width).toBeCloseTo((4 * 48) / 595, 1)
  await text.selectText()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('员工手册')
})
