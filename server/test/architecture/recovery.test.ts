import {
  columnNames,
  comparedKinds,
  comparedOnly,
  restoredKinds,
} from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { companyData, excludedColumns } from '../../src/features/tenancy/archive/index.ts'
import { clonedColumns, clonedTables, notCloned } from '../../src/features/tenancy/recovery/cloning/cloned-columns.ts'
import { kinds, notCompared, partsOf, stamps, tablesOf } from '../../src/features/tenancy/recovery/kinds.ts'
import { createTestApp, type TestApp } from '../harness.ts'

let app: TestApp
let archived: string[]
const columns = new Map<string, string[]>()
beforeAll(async () => {
  app = await createTestApp()
  await app.database.read({ reach: 'platform' }, async (db) => {
    archived = await companyData.listTables(db)
    for (const table of archived) columns.set(table, await companyData.listColumns(db, table))
  })
})
const columnsOf = (table: string) => columns.get(table) ?? []

describe('an archived table', () => {
  it('is compared as a kind or a part of one, or has a reason why it is not', () => {
    const compared = Object.values(kinds).flatMap(tablesOf)
    const listed = [...compared, ...Object.keys(notCompared)]
    expect(listed.toSorted()).toEqual(archived.toSorted())
    for (const reason of Object.values(notCompared)) expect(reason.length).toBeGreaterThan(10)
  })
})

describe('a kind of rows', () => {
  it('is put back, or has a sentence why it is compared only', () => {
    expect([...restoredKinds, ...Object.keys(comparedOnly)].toSorted()).toEqual(comparedKinds.toSorted())
  })
  it('has a word for each column and part that may differ', () => {
    const shown = Object.values(kinds).flatMap((kind) => {
      const left = ['company_id', ...stamps, ...(kind.ignored ?? []), ...(excludedColumns[kind.table]?.columns ?? [])]
      // A parameter has its value unless that is a secret.
      const hidden = left.filter((column) => column !== 'value')
      return [
        ...columnsOf(kind.table).filter((column) => !hidden.includes(column)),
        ...partsOf(kind).map(({ table }) => table),
      ]
    })
    expect([...new Set(shown)].filter((column) => !(column in columnNames))).toEqual([])
    expect(Object.keys(columnNames).filter((column) => !shown.includes(column))).toEqual([])
  })
  it('that is put back has an id, and columns that say who changed it', () => {
    for (const kind of restoredKinds) {
      expect(kinds[kind].key, kind).toBeUndefined()
      expect(columnsOf(kinds[kind].table)).toEqual(expect.arrayContaining(['company_id', 'id', ...stamps]))
      for (const part of partsOf(kinds[kind])) expect(columnsOf(part.table)).toContain(part.of)
    }
  })
  it('ignores columns that are there', () => {
    for (const kind of Object.values(kinds)) {
      expect(columnsOf(kind.table)).toEqual(expect.arrayContaining([...(kind.ignored ?? []), ...kind.names]))
      for (const part of partsOf(kind))
        expect(columnsOf(part.table)).toEqual(expect.arrayContaining([...(part.ignored ?? [])]))
    }
  })
})

describe('a clone', () => {
  it('has each kind of rows, or there is a reason why not', () => {
    const clonedKinds = comparedKinds.filter((kind) => clonedTables.some((table) => table === kinds[kind].table))
    expect([...clonedKinds, ...Object.keys(notCloned)].toSorted()).toEqual(comparedKinds.toSorted())
    expect(clonedTables.toSorted()).toEqual(clonedKinds.flatMap((kind) => tablesOf(kinds[kind])).toSorted())
  })
  it('says of each column whether it is taken over: no personal one comes along unseen', () => {
    for (const table of clonedTables) {
      const left = excludedColumns[table]?.columns ?? []
      const present = columnsOf(table).filter((column) => !left.includes(column))
      expect(Object.keys(clonedColumns[table]).toSorted(), table).toEqual(present.toSorted())
    }
  })
})
