import { exportErrors, maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../test/harness.ts'
import { exportList } from './list-export.ts'
import type { Actor, DetachedScope } from './scope.ts'

const scope = { origin: { timeZone: 'UTC' }, note: () => undefined } as unknown as DetachedScope<Actor>

it('accepts the maximum number of rows, and refuses more before it begins', async () => {
  const { database } = await createTestApp()
  const exportOf = (rows: number) =>
    exportList(database, scope, {
      reach: { reach: 'platform' },
      entityName: '用户',
      filter: {},
      count: async (_db, limit) => Math.min(rows, limit),
      batch: async () => [],
      columns: {},
    })
  expect((await exportOf(maxExportRows)).type).toBe('text/csv; charset=utf-8')
  await expect(exportOf(maxExportRows * 2)).rejects.toMatchObject({ spec: exportErrors.tooManyExported })
})
