import { expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { openLanguages } from './languages.ts'
import { createOnlineTexts } from './online-texts.ts'

it('asks the database once more for all who ask meanwhile', async () => {
  let asked = 0
  const quickStatement = async () => {
    asked += 1
    await new Promise((done) => setTimeout(done, 5))
    return { rows: [{ changes: [], languages: [], now: '2026-11-30' }] }
  }
  const online = createOnlineTexts({
    database: { quickStatement } as unknown as Database,
    announcements: {
      publish: () => undefined,
      subscribe: () => undefined,
      usage: () => undefined,
      close: () => undefined,
    },
    platformCompany: '1',
    languages: openLanguages(),
  })
  await Promise.all(Array.from({ length: 50 }, () => online.refreshNow()))
  expect(asked).toBe(2)
  await online.refreshNow()
  expect(asked).toBe(3)
})
