import { userFields } from '@atrium/contract/features/access/registry/user-fields.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtinGroups } from '../../src/features/system/dictionaries/builtin-groups.ts'
import type { SheetSource } from '../../src/kernel/sheets/sheet-source.ts'
import { createTestApp } from '../harness.ts'
import { createdFeatures } from './created-features.ts'
import { toTitle } from './expect-only.ts'

let sources: readonly SheetSource[]
let referable: readonly string[]
beforeAll(async () => {
  const { sheets, sheetOptions } = createdFeatures(await createTestApp())
  sources = sheets
  referable = Object.keys(sheetOptions)
})
const listFields = ({ sheet }: SheetSource) =>
  Object.entries(sheet.fields).map(([name, field]) => ({ of: `${sheet.entity}.${name}`, name, ...field }))
/** Fields of the body of a write. */
const namesIn = (body: unknown) => Object.keys((body as { shape: object }).shape)

describe('what is exported and imported', () => {
  it('is registered by the feature of its endpoint, once', () => {
    const declared = endpoints.flatMap((endpoint) => ('sheet' in endpoint ? toTitle(endpoint) : []))
    expect(declared.length).toBeGreaterThan(10)
    expect(sources.map(({ exports }) => toTitle(exports)).sort()).toEqual(declared.sort())
    for (const { sheet, exports } of sources) expect('sheet' in exports && exports.sheet).toBe(sheet)
  })
  it('has each title once, and a cell for each column', () => {
    for (const { sheet, cells } of sources) {
      const titles = Object.values(sheet.fields).map(({ title }) => title)
      expect([...new Set(titles)]).toEqual(titles)
      const exported = Object.entries(sheet.fields).flatMap(([name, { importOnly }]) => (importOnly ? [] : name))
      expect(Object.keys(cells).sort()).toEqual(exported.sort())
    }
  })
  it('names dictionaries, restrictions and entities that exist', () => {
    const groups = builtinGroups.map(({ code }) => code)
    const restrictions = Object.keys(userFields).map((name) => `users.${name}`)
    for (const { of, kind, dictionary, reference, restriction, choices } of sources.flatMap(listFields)) {
      expect([of, kind === 'dict']).toEqual([of, dictionary !== undefined])
      expect([of, kind === 'ref']).toEqual([of, reference !== undefined])
      if (dictionary) expect(groups).toContain(dictionary)
      if (reference) expect(referable).toContain(reference.entity)
      if (restriction) expect(restrictions).toContain(restriction)
      if (choices) expect(kind).toBe('choice')
    }
  })
  it('imports only fields that its endpoint takes, and finds rows by fields that are imported', () => {
    const imported = sources.filter(({ writes }) => writes !== undefined)
    expect(imported.length).toBeGreaterThan(5)
    for (const source of imported) {
      const { create, batchWriter } = source.writes ?? {}
      // A batch writer makes requests of what it declares.
      const taken = namesIn(batchWriter?.shape ?? (create && create.method !== 'GET' && create.body))
      const fields = listFields(source).filter(({ sample }) => sample !== undefined)
      expect(
        fields.map(({ name, as = name }) => as.split('.')[0]).filter((name) => !taken.includes(name ?? '')),
      ).toEqual([])
      const names = fields.map(({ name }) => name)
      expect(source.sheet.keys?.flat().filter((name) => !names.includes(name))).toEqual([])
    }
    for (const source of sources.filter(({ writes }) => !writes))
      expect(listFields(source).filter(({ sample, importOnly }) => sample !== undefined || importOnly)).toEqual([])
  })
  it('writes the rows of large files in batches', () => {
    const written = sources.flatMap(({ sheet, writes: { batchWriter } = {} }) =>
      batchWriter ? [{ sheet, batchWriter }] : [],
    )
    expect(written.map(({ sheet }) => sheet.entity)).toEqual(['user'])
    for (const {
      sheet,
      batchWriter: { fixed },
    } of written)
      expect(Object.keys(sheet.fields)).toEqual(expect.arrayContaining([...fixed]))
  })
  it('writes imported rows by endpoints that see the rows of one company, and takes them back', () => {
    const written = sources.flatMap(({ sheet, writes }) => (writes?.rows ? [{ sheet, writes }] : []))
    const entities = ['baseParameter', 'dictItem', 'organization', 'post', 'role']
    expect(written.map(({ sheet }) => sheet.entity)).toEqual(expect.arrayContaining(entities))
    for (const { sheet, writes } of written) {
      const { create, update, remove } = writes
      expect([sheet.entity, create.reach, update.reach]).toEqual([sheet.entity, 'company', 'company'])
      // One that opens transactions itself is a batch of its own.
      expect(['company', 'manual']).toContain(remove?.reach)
    }
  })
})
