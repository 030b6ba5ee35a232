import { randomUUID } from 'node:crypto'
import { buildCompany } from '@atrium/server/test/factories.ts'
import { fillFolder, publishNotices } from './script-content.ts'
import { markedPayloads } from './script-marks.ts'
import { createSender } from './script-sender.ts'
import { buildViewer, openBell, openDocuments, openScreens } from './script-visits.ts'
import { expect, test } from './stage.ts'

test('hostile names and bodies of notices, documents and files are only texts', async ({ page, stage, baseURL }) => {
  const texts = markedPayloads.filter(({ n }) => n % 120 === 7)
  const companyId = await buildCompany(stage, `公司${randomUUID()}`)
  const viewer = await buildViewer(stage, companyId)
  const { send, signIn: signInByCall } = createSender(String(baseURL))
  const caller = { send, token: await signInByCall(viewer) }
  expect(await fillFolder(caller, texts)).toBeGreaterThan(texts.length)
  const ids = await publishNotices(caller, texts, 'all')
  const screens = await openScreens(page, String(baseURL), viewer)
  for (const address of ['sys/news', 'public/docs', 'sys/uploads', 'sys/logs/operation'])
    await screens.open(`/console/web/${address}`)
  for (const id of ids) await screens.open(`/console/web/public/news/${id}`, 'notice')
  await openBell(page, screens)
  await openDocuments(page, screens)
  expect(screens.faults).toEqual([])
  for (const [screen, found] of screens.seen) expect(found.size, screen).toBeGreaterThan(0)
  expect(screens.seen.get('notice')?.size).toBe(texts.length)
  expect(screens.seen.get('preview')?.size).toBe(texts.length)
})
