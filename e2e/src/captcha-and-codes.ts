import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createSecrets } from '@atrium/server/src/kernel/secrets.ts'
import type { Stage } from '@atrium/server/test/factories.ts'
import { expect, type Page } from '@playwright/test'
import { variable } from './variable.ts'

/** Makes the captcha on the page one whose answer is known, and answers it. */
export const solveCaptcha = async (page: Page, stage: Stage): Promise<void> => {
  const input = page.getByRole('textbox', { name: '图形验证码' })
  const picture = page.getByRole('button', { name: '看不清？点击换一张' }).locator('img')
  const { sign } = createSecrets(variable('E2E_SECRET_KEY'))
  await expect(input).toHaveValue('')
  // One picture may still be giving way to the next.
  await expect(async () => {
    const shown = await picture.getAttribute('src', { timeout: 2000 })
    for (const { id } of await stage.sql('select id from captchas'))
      await stage.sql('update captchas set answer_hash = $1 where id = $2', [sign('captcha', `${id} KNOWN`), id])
    await input.fill('known')
    await page.waitForTimeout(200)
    expect(await picture.getAttribute('src', { timeout: 2000 })).toBe(shown)
  }).toPass({ timeout: 10_000 })
}

type Sending = { to: string; text: string; values: Record<string, string> }

const sentTo = async (target: string): Promise<Sending | undefined> => {
  const folder = variable('E2E_OUTBOX')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).sort()
  const all = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return all.map((text): Sending => JSON.parse(text)).findLast(({ to }) => to === target)
}

/** The code in the last message to a phone or mail address, once it has been sent. */
export const codeSentTo = async (target: string): Promise<string> => {
  let code = ''
  await expect(async () => {
    code = (await sentTo(target))?.values.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass({ timeout: 10_000 })
  return code
}

/** A phone nobody else has. */
export const newPhone = (): string => `1${randomInt(3, 10)}${String(randomInt(1_000_000_000)).padStart(9, '0')}`

/** Sets a built-in parameter, and waits until the server believes it. */
export const setRegisterMode = async (page: Page, stage: Stage, mode: string): Promise<void> => {
  await stage.sql(`update base_parameters set value = $1 where code = 'register.mode'`, [JSON.stringify(mode)])
  await expect(async () => {
    const subject = await (await page.request.get('/front-api/sys/login/subject/v1')).json()
    expect(subject.data.register).toBe(mode)
  }).toPass({ timeout: 5000 })
}
