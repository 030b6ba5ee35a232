import { maxCustomText } from '@atrium/contract/kernel/custom-fields.ts'
import type { SheetField } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { maskedText } from '../../../kernel/masked.ts'
import type { AddedCells, AddedColumn, AddedColumns } from '../../../kernel/sheets/sheet-columns.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import type { Cell } from '../../../kernel/workbooks/workbook.ts'
import { customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import { importedBatches } from './imported-batches.ts'
import { importedRows } from './imported-rows.ts'
import type { Reader } from './judge-rows.ts'
import { placeOf } from './judge-values.ts'
import { createFindFields } from './seen-fields.ts'
import { effectOn, idsOf, isReference, readNames } from './shown-values.ts'
import type { CustomPorts } from './with-custom-fields.ts'

type Held = Pick<SheetField, 'kind' | 'reference' | 'hint'>
/** What cells hold of a field; of a file, nothing. */
const cellsOf: Readonly<Partial<Record<CustomField['kind'], Held>>> = {
  text: { kind: 'text' },
  number: { kind: 'number' },
  money: { kind: 'decimal2' },
  date: { kind: 'date' },
  choice: { kind: 'dict' },
  person: { kind: 'ref', reference: { entity: 'user', by: 'code' }, hint: '姓名或账号' },
  organization: {
    kind: 'ref',
    reference: { entity: 'organization', by: 'path' },
    hint: '组织的路径，例如 总公司 / 财务部',
  },
  switch: { kind: 'bool' },
}

const toColumn = (field: CustomField, isWritable: boolean): AddedColumn[] => {
  const held = cellsOf[field.kind]
  if (!held) return []
  const { key, kind, dictionary, help, required, unique } = field
  const hint = help === '' ? held.hint : givenName(help)
  return [
    {
      name: placeOf(key),
      field: {
        ...held,
        title: givenName(field.name),
        ...(hint !== undefined && { hint }),
        ...(kind === 'choice' && { dictionary }),
      },
      required,
      unique,
      maxLength: kind === 'text' ? maxCustomText : null,
      isWritable,
    },
  ]
}

/** A value as imports read it again. */
const toCell = (field: CustomField, value: StoredValues[string], names: ReadonlyMap<string, string>): Cell => {
  if (isReference(field)) return names.get(String(value)) ?? ''
  if (field.kind === 'date') return { date: String(value) }
  if (field.kind === 'switch') return value === true ? t('是') : t('否')
  return value
}
const isMaskedCell = (cell: Cell) => (typeof cell === 'object' && cell !== null && 'date' in cell ? cell.date : cell)

/** Custom fields as columns of exports, templates and imports of all entities that have opted in. */
export const createCustomColumns = (ports: CustomPorts): AddedColumns => {
  const { tables, readPaths } = ports
  const find = createFindFields(ports)

  return {
    async list(reader, entity) {
      const { fields = [] } = (await find(reader, entity)) ?? {}
      return fields.flatMap((field) => toColumn(field, effectOn(reader.actor.restricted, field) === undefined))
    },

    async cells(reader, entity, ids) {
      const found = await find(reader, entity)
      if (!found) return new Map()
      const { fields, of } = found
      const { restricted, companyId } = reader.actor
      const stored = await repository.read(reader.db, of, ids)
      const values = [...stored.values()]
      const names = new Map([
        ...(await readNames(reader.db, of, fields, values)),
        ...(await readPaths(reader.db, companyId, idsOf(fields, 'organization', values))),
      ])
      const toCells = (row: StoredValues): AddedCells =>
        Object.fromEntries(
          fields.flatMap((field) => {
            const value = row[field.key]
            if (value === undefined) return []
            const cell = toCell(field, value, names)
            const isMasked = effectOn(restricted, field) === 'mask'
            return [[placeOf(field.key), isMasked ? maskedText(String(isMaskedCell(cell))) : cell]]
          }),
        )
      return new Map([...stored].map(([id, row]) => [id, toCells(row)]))
    },

    imported(source): SheetSource {
      const { writes } = source
      if (!writes || !tables().some(({ entity }) => entity === source.sheet.entity)) return source
      const own = (reader: Reader) => find(reader, source.sheet.entity)
      return {
        ...source,
        writes: {
          ...writes,
          ...(writes.rows && { rows: importedRows(readPaths, writes.rows, own) }),
          ...(writes.batchWriter && { batchWriter: importedBatches(ports, writes.batchWriter, own) }),
        },
      }
    },
  }
}
