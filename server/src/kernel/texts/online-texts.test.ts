import { expect, it } from 'vitest'
import { readPlatformCompany } from '../../../test/factories.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { noAnnouncements } from '../announcements.ts'
import type { Database } from '../db/database.ts'
import { openLanguages } from './languages.ts'
import { createOnlineTexts } from './online-texts.ts'

it('asks the database once more for all who ask meanwhile', async () => {
  const stage = await createTestDatabase()
  let asked = 0
  const quickStatement: Database['quickStatement'] = (statement) => {
    asked += 1
    return stage.database.quickStatement(statement)
  }
  const online = createOnlineTexts({
    database: { ...stage.database, quickStatement },
    announcements: noAnnouncements,
    platformCompany: await readPlatformCompany(stage),
    languages: openLanguages(),
  })
  await Promise.all(Array.from({ length: 50 }, () => online.refreshNow()))
  expect(asked).toBe(2)
  await online.refreshNow()
  expect(asked).toBe(3)
})
