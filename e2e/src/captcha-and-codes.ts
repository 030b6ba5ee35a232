import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createSecrets } from '@atrium/server/src/kernel/secrets.ts'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import { expect, type Page } from '@playwright/test'
import { readVariable } from './variable.ts'

/** Sets a known answer to the captcha on the page and enters it. */
export const solveCaptcha = async (page: Page, stage: FactoryContext): Promise<void> => {
  const input = page.getByRole('textbox', { name: '图形验证码' })
  const picture = page.getByRole('button', { name: '看不清？点击换一张' }).locator('img')
  const { sign } = createSecrets(readVariable('E2E_SECRET_KEY'))
  await expect(input).toHaveValue('')
  // The image may still be replaced by the next one.
  await expect(async () => {
    const shown = await picture.getAttribute('src', { timeout: 2000 })
    for (const { id } of await stage.sql('select id from captchas'))
      await stage.sql('update captchas set answer_hash = $1 where id = $2', [sign('captcha', `${id} KNOWN`), id])
    await input.fill('known')
    await page.waitForTimeout(200)
    expect(await picture.getAttribute('src', { timeout: 2000 })).toBe(shown)
  }).toPass({ timeout: 10_000 })
}

type SentMessage = { to: string; text: string; values: Record<string, string> }

const findLastMessage = async (target: string): Promise<SentMessage | undefined> => {
  const folder = readVariable('E2E_OUTBOX')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).sort()
  const all = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return all.map((text): SentMessage => JSON.parse(text)).findLast(({ to }) => to === target)
}

/** Waits for a message to this phone or mail address and returns its code. */
export const codeSentTo = async (target: string): Promise<string> => {
  let code = ''
  await expect(async () => {
    code = (await findLastMessage(target))?.values.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass({ timeout: 10_000 })
  return code
}

/** A random phone number. */
export const newPhone = (): string => `1${randomInt(3, 10)}${String(randomInt(1_000_000_000)).padStart(9, '0')}`

/** Sets the registration mode and waits until the server's cache has it. */
export const setRegisterMode = async (page: Page, stage: FactoryContext, mode: string): Promise<void> => {
  await stage.sql(`update base_parameters set value = $1 where code = 'register.mode'`, [JSON.stringify(mode)])
  await expect(async () => {
    const subject = await (await page.request.get('/front-api/sys/login/subject/v1')).json()
    expect(subject.data.register).toBe(mode)
  }).toPass({ timeout: 5000 })
}
