import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { exportErrors, maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { defineSheet } from '@atrium/contract/kernel/sheet.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness.ts'
import { unchecked } from '../../../test/loosely-typed.ts'
import type { Actor, DetachedScope } from '../scope.ts'
import { createSheetExporter } from './export-sheet.ts'
import { defineSource } from './sheet-source.ts'

const scope: DetachedScope<Actor> = unchecked({ actor: {}, origin: { timeZone: 'UTC' }, note: () => undefined })
const sheet = defineSheet({ entity: 'post', title: '岗位', fields: { name: { title: '名称', kind: 'text' } } })
const exports = endpoints[0] as Endpoint
const source = defineSource<object, (typeof sheet)['fields']>({ sheet, exports, cells: { name: () => '' } })

it('accepts the maximum number of rows, and refuses more before it begins', async () => {
  const { database } = await createTestApp()
  const words = { label: String, text: () => undefined }
  const exportSheet = createSheetExporter({ database, words, dictionaries: async () => new Map(), added: [] })
  const runExport = (rows: number) =>
    exportSheet(scope, {
      source,
      reach: { reach: 'platform' },
      request: { format: 'csv' },
      count: async (_db, limit) => Math.min(rows, limit),
      batch: async () => [],
    })
  expect((await runExport(maxExportRows)).type).toBe('text/csv; charset=utf-8')
  await expect(runExport(maxExportRows * 2)).rejects.toMatchObject({ spec: exportErrors.tooManyExported })
})
