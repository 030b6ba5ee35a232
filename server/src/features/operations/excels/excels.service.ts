import type {
  ExcelCreate,
  ExcelMeta,
  ExcelMetaWrite,
  ExcelRow,
  ExcelUpdate,
  excelsContract,
} from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { maxExcels } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { excelsErrors } from '@atrium/contract/features/operations/excels/excels.errors.ts'
import { maxBatchedRows, maxImportedRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { AddedColumns } from '../../../kernel/sheets/sheet-columns.ts'
import type { SheetSource } from '../../../kernel/sheets/sheet-source.ts'
import { workbookType, writeWorkbook } from '../../../kernel/workbooks/write-workbook.ts'
import { inLanguage, toSource } from './column-texts.ts'
import { createDropDowns, type DropDownPorts } from './drop-downs.ts'
import { assertEntity, importableEntities } from './entities.ts'
import { keyTitles } from './excel-words.ts'
import { excelsRepository as repository } from './excels.repository.ts'
import { type ImportableField, importableFields } from './importable-fields.ts'
import { assertColumns, assertKeys } from './meta-rules.ts'
import { builtinTemplate, shownName, type Template, visibleColumns } from './template.ts'
import { templateSheets } from './template-workbook.ts'

type Reader = { db: Db; actor: Actor }
type Query = InputOf<typeof excelsContract.list>['query']
type Ports = DropDownPorts & { database: Database; sheets: () => readonly SheetSource[]; added: AddedColumns }
/** A template as it applies to a caller: its entity, and the fields that they may change. */
export type FoundTemplate = { template: Template; source: SheetSource; fields: ImportableField[] }

/** First entries of a drop-down, for the preview. */
const maxPreviewed = 50

/** Most rows of a file; none if the entity is not imported. */
const pickMaxRows = ({ writes }: SheetSource) => {
  if (writes?.batchWriter) return maxBatchedRows
  return writes?.rows ? maxImportedRows : 0
}
const toRow = ({ template, source, fields }: FoundTemplate): ExcelRow => ({
  ...template.row,
  name: shownName(template.row.name, source.sheet),
  entityTitle: source.sheet.title,
  keyTitles: keyTitles(template.row, fields),
  columns: visibleColumns(template, fields).length,
  importable: pickMaxRows(source) > 0,
  mostRows: pickMaxRows(source),
})
const toAudit = ({ template: { row }, source }: FoundTemplate) => ({
  code: row.code,
  name: row.name,
  entity: source.sheet.title,
  mode: row.mode,
  keys: row.keys,
  status: row.status,
})
const flat = (options: unknown): string[] =>
  options instanceof Map ? [...options.values()].flat() : [...((options as readonly string[] | undefined) ?? [])]

/** Templates of workbooks: the built-in ones of every entity, and those that a company has changed or added. */
export const createExcels = ({ database, sheets, added, ...ports }: Ports) => {
  const readDropDowns = createDropDowns({ database, ...ports })
  const findVisible = async (reader: Reader, template: Template): Promise<FoundTemplate | undefined> => {
    const source = importableEntities(sheets(), reader.actor).find(({ sheet }) => sheet.entity === template.row.entity)
    return source && { template, source, fields: await importableFields(added, source, reader) }
  }
  const builtin = (id: string) =>
    sheets()
      .filter(({ writes }) => writes)
      .map(({ sheet }) => builtinTemplate(sheet))
      .find(({ row }) => row.id === id)
  /** Throws `notFound`, also for a template whose rows the caller may not import. */
  const find = async (reader: Reader, id: string, stored: Promise<Template | undefined>): Promise<FoundTemplate> => {
    const template = (await stored) ?? builtin(id)
    return orNotFound(template && (await findVisible(reader, template)))
  }
  const findStored = ({ db, actor }: Reader, id: string) =>
    find({ db, actor }, id, repository.find(db, actor.companyId, id))
  const all = async ({ db, actor }: RequestScope): Promise<FoundTemplate[]> => {
    const stored = await repository.list(db)
    const found: FoundTemplate[] = []
    const builtins = importableEntities(sheets(), actor).map(({ sheet }) => builtinTemplate(sheet))
    const unchanged = builtins.filter(({ row }) => !stored.some((each) => each.row.id === row.id))
    for (const template of [...unchanged, ...stored]) {
      const visible = await findVisible({ db, actor }, template)
      if (visible) found.push(visible)
    }
    return found
  }
  const lockStored = async (scope: RequestScope, id: string, version: number): Promise<FoundTemplate> => {
    const found = await find(scope, id, repository.hold(scope.db, id))
    assertVersion(toRow(found), version)
    return found
  }
  /** Stores a built-in template when it is first changed. */
  const store = (db: Db, { actor, ...scope }: RequestScope, { row }: Template) =>
    repository.insert(db, actor.companyId, row.id, row, toAuthor({ actor, ...scope }))

  return {
    /**
     * A template that a caller may use.
     * @throws `notFound`
     */
    findTemplate: findStored,

    async list(scope: RequestScope, query: Query) {
      assertPageDepth(query)
      const { search, page, size, 'f.entity': entity, 'f.status': status } = query
      const wanted = search.toLowerCase()
      const rows = (await all(scope))
        .map(toRow)
        .filter(({ code, name }) => `${code}\n${name}`.toLowerCase().includes(wanted))
        .filter((row) => entity === undefined || row.entity === entity)
        .filter((row) => status === undefined || row.status === Number(status))
      return { data: rows.slice((page - 1) * size, page * size), total: rows.length }
    },
    get: async (scope: RequestScope, id: string) => toRow(await findStored(scope, id)),

    entities: (scope: RequestScope) => {
      const describe = async (source: SheetSource) => {
        const fields = await importableFields(added, source, scope)
        const titled = (field: string) => ({ field, title: fields.find((each) => each.field === field)?.title ?? '' })
        const keys = (source.sheet.keys ?? []).map((set) => set.map(titled))
        return {
          entity: source.sheet.entity,
          title: source.sheet.title,
          keys: keys.filter((set) => set.every(({ title }) => title !== '')),
        }
      }
      return Promise.all(importableEntities(sheets(), scope.actor).map(describe))
    },

    /** Throws `noSuchData`, `noSuchKey` and `tooMany`. */
    async create(scope: RequestScope, write: ExcelCreate) {
      const { db, actor } = scope
      const source = assertEntity(sheets(), actor, write.entity)
      assertKeys(source.sheet, await importableFields(added, source, scope), write)
      if ((await repository.count(db)) >= maxExcels) throw new AppError(excelsErrors.tooMany)
      const id = newId()
      await repository.insert(db, actor.companyId, id, write, toAuthor(scope))
      const found = await findStored(scope, id)
      scope.note({ entityId: id, entityName: write.name, after: toAudit(found) })
      return { id }
    },

    /** Throws `noSuchKey`. */
    async update(scope: RequestScope, id: string, sent: ExcelUpdate) {
      const { db } = scope
      const before = await lockStored(scope, id, sent.version)
      const isRenamed = sent.name !== shownName(before.template.row.name, before.source.sheet)
      const write = isRenamed ? sent : { ...sent, name: before.template.row.name }
      assertKeys(before.source.sheet, before.fields, write)
      if (!before.template.row.stored) await store(db, scope, before.template)
      await repository.update(db, id, write, toAuthor(scope))
      const after = await findStored(scope, id)
      scope.note({ entityId: id, entityName: write.name, before: toAudit(before), after: toAudit(after) })
      return null
    },

    /**
     * Deletes an added template, and restores a changed built-in one.
     * @throws `builtin`
     */
    async remove(scope: RequestScope, id: string) {
      const found = await find(scope, id, repository.hold(scope.db, id))
      if (!found.template.row.stored) throw new AppError(excelsErrors.builtin)
      await repository.remove(scope.db, id)
      scope.note({ entityId: id, entityName: found.template.row.name, before: toAudit(found) })
      return null
    },

    async meta({ actor }: DetachedScope<Actor>, id: string): Promise<ExcelMeta> {
      const { companyId } = actor
      const { template, fields } = await database.read({ reach: 'company', companyId }, (db) =>
        findStored({ db, actor }, id),
      )
      const options = await readDropDowns(actor, fields)
      return {
        id,
        version: template.row.version,
        columns: visibleColumns(template, fields).map((column) => inLanguage(column, fields)),
        fields: fields.map(({ field, title, kind, required, column }) => ({
          field,
          title,
          kind,
          required,
          column: inLanguage(column, fields),
          options: flat(options.get(field)).slice(0, maxPreviewed),
        })),
      }
    },

    /**
     * Columns of fields that the caller may not see stay.
     * @throws as `assertColumns` does
     */
    async updateMeta(scope: RequestScope, id: string, { columns: sent, version }: ExcelMetaWrite) {
      const { db, actor } = scope
      const before = await lockStored(scope, id, version)
      const { template, fields } = before
      const columns = sent.map((column) => toSource(column, fields))
      assertColumns(columns, fields, template.row.mode)
      if (!template.row.stored) await store(db, scope, template)
      const hidden = template.columns.filter(({ field }) => !fields.some((each) => each.field === field))
      await repository.writeColumns(db, actor.companyId, id, [...columns, ...hidden], toAuthor(scope))
      const titles = (of: Template) => ({ columns: visibleColumns(of, fields).map(({ title }) => title) })
      const after = await findStored(scope, id)
      scope.note({
        entityId: id,
        entityName: template.row.name,
        before: titles(template),
        after: titles(after.template),
      })
      return null
    },

    /** Throws `stopped`. */
    async file({ actor }: DetachedScope<Actor>, id: string) {
      const { companyId } = actor
      const { template, source, fields } = await database.read({ reach: 'company', companyId }, (db) =>
        findStored({ db, actor }, id),
      )
      if (template.row.status === 0) throw new AppError(excelsErrors.stopped)
      const columns = visibleColumns(template, fields)
      const used = fields.filter(({ field }) => columns.some((column) => column.field === field))
      const options = await readDropDowns(actor, used)
      const { title } = source.sheet
      const shown = columns.map((column) => inLanguage(column, fields))
      return {
        bytes: writeWorkbook(templateSheets({ template, title, companyId, columns: shown, fields: used, options })),
        type: workbookType,
      }
    },
  }
}
