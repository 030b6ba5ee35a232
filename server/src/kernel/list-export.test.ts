import { exportErrors, maxExported } from '@atrium/contract/kernel/max-exported.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../test/harness.ts'
import { exportList } from './list-export.ts'
import type { Actor, LooseScope } from './scope.ts'

const scope = { origin: { timeZone: 'UTC' }, note: () => undefined } as unknown as LooseScope<Actor>

it('takes as many rows as a file may have, and refuses more before it begins', async () => {
  const { database } = await createTestApp()
  const exportOf = (rows: number) =>
    exportList(database, scope, {
      sight: { reach: 'platform' },
      of: '用户',
      narrowing: {},
      count: async (_db, most) => Math.min(rows, most),
      batch: async () => [],
      columns: {},
    })
  expect((await exportOf(maxExported)).type).toBe('text/csv; charset=utf-8')
  await expect(exportOf(maxExported * 2)).rejects.toMatchObject({ spec: exportErrors.tooManyExported })
})
