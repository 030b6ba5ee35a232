import { rm } from 'node:fs/promises'
import { richTextElements } from '@atrium/contract/kernel/rich-text.ts'
import { sanitizeRichText } from '@atrium/server/src/kernel/rich-text.ts'
import { scriptPayloads } from '@atrium/server/test/hostile/script-payloads.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { fromExcel, fromGoogleDocs, fromWebPage, fromWord } from './clipboard-samples.ts'
import { expect, journey, signIn, test } from './stage.ts'
import { buildForDevelopers, serveBuild } from './widgets-build.ts'

// One build for all of them.
test.describe.configure({ mode: 'default' })
let build: string
test.beforeAll(async () => {
  build = await buildForDevelopers()
})
test.afterAll(() => rm(build, { recursive: true, force: true }))

const openWidgets = async (page: Page) => {
  await serveBuild(page, build)
  await signIn(page)
  await page.goto('/console/widgets')
  await expect(textBox(page)).toBeVisible()
}
const textBox = (page: Page) => page.getByRole('textbox', { name: '正文', exact: true })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stored = (page: Page) => page.getByTestId('rich-text-html')

/** Notes what a hostile text would do. */
const watch = async (page: Page) => {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void seen.push(`popup ${popup.url()}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) seen.push(`request ${request.url()}`)
  })
  await page.exposeFunction('noteViolation', (violation: string) => void seen.push(violation))
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      Reflect.get(window, 'noteViolation')(`violation ${violatedDirective} ${sample}`),
    )
  })
  return seen
}

/** Elements and attributes of the shown texts that no rich text has, text by text. */
const showEach = (page: Page, texts: readonly string[], way: 'view' | 'innerHTML') =>
  page.evaluate(
    async ({ all, kind, allowed }) => {
      const input = document.querySelector<HTMLTextAreaElement>('textarea[aria-label=HTML]')
      const view = input?.closest('section')?.querySelector('.rich-text')
      if (!input || !view) throw new Error('the view is not on the page')
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
      const own = new Set(['target', 'rel', 'loading'])
      const foreign: string[] = []
      for (const html of all) {
        if (kind === 'innerHTML') view.innerHTML = html
        else {
          setValue?.call(input, html)
          input.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise((done) => setTimeout(done))
        }
        for (const element of view.querySelectorAll('*')) {
          if (!element.matches('.rich-text-table')) {
            const names: readonly string[] | undefined = allowed[element.localName]
            for (const { name } of names ? element.attributes : [])
              if (!names?.includes(name) && !own.has(name)) foreign.push(`${element.localName} ${name}: ${html}`)
            if (!names) foreign.push(`${element.localName}: ${html}`)
          }
          for (const type of ['error', 'load', 'mouseover', 'focus', 'toggle', 'animationend'])
            element.dispatchEvent(new Event(type, { bubbles: true }))
        }
      }
      return foreign
    },
    {
      all: texts,
      kind: way,
      allowed: Object.fromEntries([...richTextElements].map(([name, given]) => [name, Object.keys(given)])),
    },
  )

test('no hostile text runs, loads, opens or is reported, shown as it came or as the server stores it', async ({
  page,
}) => {
  test.slow()
  await openWidgets(page)
  await expect(page.getByRole('heading', { name: '关于国庆节放假安排的通知' }).last()).toBeVisible()
  const seen = await watch(page)
  expect(await showEach(page, scriptPayloads, 'view')).toEqual([])
  expect(await showEach(page, scriptPayloads.map(sanitizeRichText), 'view')).toEqual([])
  // Where a stored text is shown without the view.
  expect(await showEach(page, scriptPayloads.map(sanitizeRichText), 'innerHTML')).toEqual([])
  await page.waitForTimeout(500)
  expect(seen).toEqual([])
})

test(
  'a text is written with headings, lists, links and tables, and stays as it is when it is sanitised',
  journey,
  async ({ page }) => {
    await openWidgets(page)
    const box = textBox(page)
    await expect.poll(async () => (await page.locator('.rich-text-editor').first().boundingBox())?.height).toBe(360)
    await box.click()
    await page.getByRole('button', { name: '段落格式：正文' }).click()
    await page.getByRole('menuitemradio', { name: '一级标题' }).click()
    await expect(box).toBeFocused()
    await page.keyboard.type('放假通知')
    await page.keyboard.press('Enter')
    await tool(page, '居中').click()
    await page.keyboard.type('请注意')
    await tool(page, '加粗').click()
    await page.keyboard.type('安全')
    await page.keyboard.press('Enter')
    await tool(page, '项目符号').click()
    await page.keyboard.type('关电')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await tool(page, '链接').click()
    const panel = page.getByRole('dialog', { name: '链接' })
    await panel.getByLabel('链接地址').fill('javascript:alert(1)')
    await panel.getByRole('button', { name: '插入链接' }).click()
    await expect(panel).toContainText('请输入网址')
    await panel.getByLabel('链接地址').fill('example.com/a')
    await page.keyboard.press('Enter')
    await expect(panel).toHaveCount(0)
    await expect(stored(page)).toHaveText(
      '<h2>放假通知</h2><p align="center">请注意<strong>安全</strong></p><ul><li><p align="center">关电</p></li></ul><p align="center"><a href="https://example.com/a">example.com/a</a></p>',
    )
    await page.keyboard.press('Enter')
    await tool(page, '插入表格').click()
    await page.keyboard.type('日期')
    await tool(page, '删除列').click()
    await tool(page, '删除行').click()
    await expect(stored(page)).toContainText('<table><tbody><tr><td><p></p></td><td><p></p></td></tr>')
    const html = (await stored(page).textContent()) ?? ''
    expect(sanitizeRichText(html)).toBe(html)
  },
)

test('a required text says so, one that is too long too, and both at once once mended', async ({ page }) => {
  await openWidgets(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请输入正文').last()).toBeVisible()
  await expect(textBox(page)).toHaveAttribute('aria-invalid', 'true')
  await textBox(page).click()
  await page.keyboard.insertText('字')
  await expect(textBox(page)).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.insertText('长'.repeat(65_535))
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('含格式最多 65535 个字符')).toBeVisible()
  await expect(page.getByText('65536 字，含格式 65543 / 65535')).toBeVisible()
})

/** Pastes as the browser does. */
const paste = (page: Page, given: { html?: string; picture?: string }) =>
  textBox(page).evaluate((element, { html, picture }) => {
    const clipboardData = new DataTransfer()
    if (html !== undefined) clipboardData.setData('text/html', html)
    if (picture !== undefined) {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, given)

test('texts from Word, Excel, web pages and Google Docs are pasted clean', async ({ page }) => {
  await openWidgets(page)
  const seen = await watch(page)
  const pasted = async (html: string) => {
    await textBox(page).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await paste(page, { html })
    return stored(page)
  }
  await expect(await pasted(fromWord)).toHaveText(
    [
      '<h2 align="center">关于国庆节放假的通知</h2><p>各部门：</p>',
      '<p>　　根据安排，现将<strong>放假时间</strong>通知如下，请<u>提前</u>做好准备。</p>',
      '<ul><li><p>关闭电源</p><ul><li><p>包括显示器</p></li></ul></li><li><p>锁好门窗</p></li></ul>',
      '<ol><li><p>第一步</p></li></ol><p>一、值班安排</p>',
      '<table><tbody><tr><td colspan="2"><p align="center">值班表</p></td></tr>',
      '<tr><td><p>张伟</p></td><td><p>10 月 1 日</p></td></tr></tbody></table>',
      '<p></p><p><a href="https://example.com/rota">值班表下载</a></p>',
    ].join(''),
  )
  await expect(page.getByText('1 张外部图片未粘贴，请下载后上传')).toBeVisible()
  await expect(await pasted(fromWebPage)).toHaveText(
    [
      '<p><strong>重要提醒</strong></p>',
      '<p align="justify"><em>自 11 月起</em>，<u><s>旧系统</s></u>停止使用。</p><p></p>',
      '<p>第一行</p><p>第二行</p><p>不安全<a href="https://example.com/a?b=1&amp;c=2">安全</a></p>',
    ].join(''),
  )
  await expect(await pasted(fromGoogleDocs)).toHaveText('<p><strong>粗体</strong>正文</p>')
  const scripts = '<p>120 m<sup>2</sup>，CO<span style="vertical-align: sub">2</span></p>'
  await expect(await pasted(scripts)).toHaveText('<p>120 m<sup>2</sup>，CO<sub>2</sub></p>')
  await expect(await pasted(fromExcel)).toHaveText(
    '<table><tbody><tr><td><p>部门</p></td><td align="right"><p>12</p></td></tr></tbody></table>',
  )
  for (const payload of scriptPayloads) await paste(page, { html: payload })
  await page.waitForTimeout(500)
  expect(seen).toEqual([])
})

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const address = /<img src="\/files\/[\w-]{71}">/

test('pictures are uploaded by the button, from the clipboard and out of a pasted text', async ({ page }) => {
  await openWidgets(page)
  await textBox(page).click()
  await page.getByLabel('选择图片').setInputFiles({
    name: 'a.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(page.getByText('上传头像图片只能是 JPG或PNG 格式!')).toBeVisible()
  await page.getByLabel('选择图片').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  })
  await expect(stored(page)).toHaveText(new RegExp(`^<p>${address.source}</p>$`))
  await expect(textBox(page).locator('img[src]')).toHaveJSProperty('naturalWidth', 1)
  await page.keyboard.press('End')
  await paste(page, { picture: pixel })
  await expect(stored(page)).toHaveText(new RegExp(`^<p>(${address.source}){2}</p>$`))
  await paste(page, { html: `<p>图：<img src="data:image/png;base64,${pixel}"></p>` })
  await expect(stored(page)).toHaveText(new RegExp(`图：${address.source}`))
})

test('a selected picture is described for those who do not see it', async ({ page }) => {
  await openWidgets(page)
  await textBox(page).click()
  await page.getByLabel('选择图片').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  })
  await expect(stored(page)).toHaveText(new RegExp(`^<p>${address.source}</p>$`))
  await expect(tool(page, '替代文字')).toHaveCount(0)
  await textBox(page).press('ArrowLeft')
  await tool(page, '替代文字').click()
  const panel = page.getByRole('dialog', { name: '替代文字' })
  await panel.getByLabel('图片内容').fill('“值班表” & <日期>')
  await page.keyboard.press('Enter')
  await expect(panel).toHaveCount(0)
  await expect(tool(page, '替代文字')).toHaveAttribute('aria-pressed', 'true')
  await expect(textBox(page).getByAltText('“值班表” & <日期>')).toBeAttached()
  const html = sanitizeRichText((await stored(page).textContent()) ?? '')
  expect(html).toMatch(/^<p><img src="\/files\/[\w-]{71}" alt="“值班表” &amp; &lt;日期&gt;"><\/p>$/)
  await page.getByLabel('HTML', { exact: true }).fill(html)
  await expect(page.locator('.rich-text').last().getByAltText('“值班表” & <日期>')).toBeVisible()
  await tool(page, '替代文字').click()
  await panel.getByLabel('图片内容').fill('')
  await panel.getByRole('button', { name: '保存' }).click()
  await expect(stored(page)).toHaveText(new RegExp(`^<p>${address.source}</p>$`))
})

test('addresses become links as they are typed and pasted, and an undo takes the link back', async ({ page }) => {
  await openWidgets(page)
  const linked = (href: string, text = href) => `<a href="${href}">${text}</a>`
  await textBox(page).click()
  await page.keyboard.type('详见https://example.com/a，或写信 li@example.com ')
  await expect(stored(page)).toHaveText(
    `<p>详见${linked('https://example.com/a')}，或写信 ${linked('mailto:li@example.com', 'li@example.com')} </p>`,
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('www.example.com.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('下一段')
  await expect(stored(page)).toContainText(
    `<p>${linked('https://www.example.com', 'www.example.com')}.</p><p>下一段</p>`,
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://example.com/b ')
  await expect(stored(page)).toContainText(linked('https://example.com/b'))
  await page.keyboard.press('Control+Z')
  await expect(stored(page)).toContainText('<p>https://example.com/b </p>')
  await page.keyboard.press('Control+A')
  await paste(page, {
    html: '<p>见 https://example.com/c，<a href="https://example.com/d">https://example.com</a></p>',
  })
  await expect(stored(page)).toHaveText(
    `<p>见 ${linked('https://example.com/c')}，${linked('https://example.com/d', 'https://example.com')}</p>`,
  )
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await tool(page, '行内代码').click()
  await page.keyboard.type('https://example.com ')
  await expect(stored(page)).toHaveText('<p><code>https://example.com </code></p>')
})

test('the editor is used by keys, and has no barrier', async ({ page }) => {
  await openWidgets(page)
  await page.getByRole('button', { name: /^段落格式/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(tool(page, '插入图片')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expect(textBox(page)).toBeFocused()
  await page.keyboard.type('甲')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+B')
  await expect(stored(page)).toHaveText('<p><strong>甲</strong></p>')
  await expect(tool(page, '加粗')).toHaveAttribute('aria-pressed', 'true')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})
