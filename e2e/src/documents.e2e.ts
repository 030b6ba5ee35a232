import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { actOn, expect, signIn, test } from './stage.ts'

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
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(title)
}

test('a folder is made, files are uploaded into it, get versions, and go to the trash and back', async ({ page }) => {
  const folder = unique('制度')
  const name = `${unique('手册')}.md`
  await signIn(page)
  await page.goto('/console/web/public/docs')
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
  await tree(page).getByRole('button', { name: '回收站' }).click()
  await actOn(row(page, name), '恢复')
  await drawer(page).getByRole('button', { name: '恢复' }).click()
  await expect(row(page, name)).toHaveCount(0)
  await tree(page).getByRole('button', { name: '全部文件' }).click()
  await expect(row(page, name)).toContainText('第 3 版')
})

test('access to a folder is given to everyone, and shown below as inherited', async ({ page }) => {
  const [folder, below] = [unique('共享'), unique('下级')]
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await addTopFolder(page, folder)
  await page.getByRole('button', { name: '权限', exact: true }).click()
  await drawer(page).getByLabel('添加角色、组织或人员').click()
  await page.getByTitle('全体成员（本公司所有用户）').click()
  await expect(drawer(page).getByRole('list', { name: '可访问的人' }).getByRole('listitem')).toHaveCount(2)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('操作成功').first()).toBeVisible()

  await page.getByRole('button', { name: '新建文件夹', exact: true }).click()
  await drawer(page).getByLabel('名称').fill(below)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(below)
  await page.getByRole('button', { name: '权限', exact: true }).click()
  await expect(drawer(page).getByRole('region', { name: '继承的权限' })).toContainText(`继承自“${folder}”`)
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
const inkOf = (canvas: HTMLCanvasElement) => {
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
  await expect.poll(() => canvas.evaluate(inkOf)).toBeGreaterThan(500)
})
