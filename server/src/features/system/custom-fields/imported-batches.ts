import type { CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError } from '../../../kernel/scope.ts'
import type {
  BatchWriter,
  RowToTakeBack,
  RowWrite,
  WriteBatch,
  WriteResult,
} from '../../../kernel/sheets/batch-writer.ts'
import { customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import { type FindFields, type FoundFields, withStoredValues } from './imported-rows.ts'
import { type Claims, judgeRows, judgeUnique, type Reader, type ValuePorts } from './judge-rows.ts'
import { judgeValues, placeOf, type ValueChange } from './judge-values.ts'
import { limitsOf, readAudited } from './plan-values.ts'
import type { CustomPorts } from './with-custom-fields.ts'

type Judged = { before: StoredValues; change: ValueChange; errors: readonly FieldError[] }
const sentIn = ({ body }: RowWrite) => (body as { custom?: CustomInputs }).custom ?? {}
const withoutCustom = (write: RowWrite): RowWrite => {
  const { custom: _custom, ...body } = write.body as { custom?: CustomInputs }
  return { ...write, body }
}
const toRefusals = (errors: readonly FieldError[]): AppError[] =>
  errors.map((error) => new AppError({ code: kernelErrors.invalid.code, msg: error.msg }, { errors: [error] }))
const keysOf = ({ set, removed }: ValueChange) => [...Object.keys(set), ...removed]

/** Judges the custom values of many rows, by the number of each. */
const judgeAll = async (
  ports: ValuePorts,
  reader: Reader,
  { fields, of }: FoundFields,
  writes: readonly RowWrite[],
  claims: Claims,
): Promise<ReadonlyMap<number, Judged>> => {
  const ids = writes.flatMap(({ stored }) => stored?.id ?? [])
  const values = ids.length === 0 ? new Map<string, StoredValues>() : await repository.read(reader.db, of, ids)
  const limits = limitsOf(reader.actor.restricted)
  const own = writes.map((write) => {
    const before = values.get(write.stored?.id ?? '') ?? {}
    const isNew = write.stored === undefined
    return { write, before, ...judgeValues(fields, sentIn(write), before, { isNew, ...limits }) }
  })
  const rows = own.map(({ write, set }) => ({ row: `${write.row}`, id: write.stored?.id, set }))
  const others = await judgeRows(ports, reader, of, fields, rows, claims)
  return new Map(
    own.map(({ write, before, set, removed, errors }) => [
      write.row,
      { before, change: { set, removed }, errors: [...errors, ...(others.get(`${write.row}`) ?? [])] },
    ]),
  )
}

/** Adds what has changed to the audit rows that the writer has added behind `from`. */
const noteChanges = async (
  ports: ValuePorts,
  batch: WriteBatch,
  { fields, of }: FoundFields,
  changed: readonly (Judged & { id: string })[],
  from: number,
) => {
  const all = changed.flatMap(({ before, change }) => [before, change.set])
  const toLogged = await readAudited(ports, batch, of, fields, all)
  const byId = new Map(changed.map((each) => [each.id, each]))
  for (const entry of batch.audited.slice(from)) {
    const each = byId.get(entry.note.entityId ?? '')
    if (!each) continue
    const keys = keysOf(each.change)
    const note = (part: 'before' | 'after', values: StoredValues) =>
      entry.note[part] === undefined ? {} : { [part]: { ...(entry.note[part] as object), ...toLogged(keys, values) } }
    Object.assign(entry.note, note('before', each.before), note('after', each.change.set))
  }
}

type Former = ValueChange & { row: number; id: string }
/** Custom values that an import has changed, as they were. */
const toFormer = ({ id, before, fields: changed }: RowToTakeBack, { fields }: FoundFields) => {
  const was = ((before ?? {}) as { custom?: CustomInputs }).custom ?? {}
  const keys = fields.map(({ key }) => key).filter((key) => changed.includes(placeOf(key)))
  const set = Object.fromEntries(keys.flatMap((key) => (was[key] == null ? [] : [[key, was[key]]])))
  return { id, set, removed: keys.filter((key) => was[key] == null) }
}

/** Rows whose former value another one has by now, with the sentence that says so. */
const findTaken = async (reader: Reader, { fields, of }: FoundFields, former: readonly Former[]) => {
  const rows = former.map(({ row, id, set }) => ({ row: `${row}`, id, set }))
  const judge = await judgeUnique(reader, of, fields, rows, new Map())
  return new Map(
    rows.flatMap((row): [number, string][] => judge(row).map(({ msg }): [number, string] => [Number(row.row), msg])),
  )
}

/** A writer of batches that judges, writes and takes back the custom values of its rows beside them. */
export const importedBatches = (ports: CustomPorts, writer: BatchWriter, find: FindFields): BatchWriter => ({
  ...writer,
  find: async (reader, ...asked) =>
    withStoredValues(ports.readPaths, reader, find, await writer.find(reader, ...asked)),

  createJudge() {
    const judge = writer.createJudge()
    const claims: Claims = new Map()
    return async (reader, writes) => {
      const found = await find(reader)
      const refusals = await judge(reader, writes.map(withoutCustom))
      if (!found || writes.length === 0) return refusals
      const judged = await judgeAll(ports, reader, found, writes, claims)
      return new Map(
        writes.map(({ row }) => [row, [...(refusals.get(row) ?? []), ...toRefusals(judged.get(row)?.errors ?? [])]]),
      )
    }
  },

  async write(batch, writes, shared) {
    const found = await find(batch)
    const own = writes.map(withoutCustom)
    if (!found || writes.length === 0) return writer.write(batch, own, shared)
    const judged = await judgeAll(ports, batch, found, writes, new Map())
    const isAccepted = ({ row }: RowWrite) => judged.get(row)?.errors.length === 0
    const from = batch.audited.length
    const results = new Map<number, WriteResult>(await writer.write(batch, own.filter(isAccepted), shared))
    for (const [row, { errors }] of judged) if (errors.length > 0) results.set(row, { refusals: toRefusals(errors) })
    const changed = [...judged].flatMap(([row, each]) => {
      const result = results.get(row)
      return result && 'id' in result && keysOf(each.change).length > 0 ? [{ ...each, id: result.id }] : []
    })
    if (changed.length === 0) return results
    await repository.writeAll(
      batch.db,
      found.of,
      changed.map(({ id, change }) => ({ id, ...change })),
    )
    await noteChanges(ports, batch, found, changed, from)
    return results
  },

  async takeBack(batch, rows) {
    const found = await find(batch)
    if (!found) return writer.takeBack(batch, rows)
    const former = rows.flatMap((row) => (row.before === null ? [] : { row: row.row, ...toFormer(row, found) }))
    const taken = await findTaken(batch, found, former)
    const others = await writer.takeBack(
      batch,
      rows.filter(({ row }) => !taken.has(row)),
    )
    const kept = new Map([...taken, ...others])
    const changed = former.filter((change) => !kept.has(change.row) && keysOf(change).length > 0)
    if (changed.length > 0) await repository.writeAll(batch.db, found.of, changed)
    return kept
  },
})
