import { fileTypes } from '@atrium/contract/features/content/uploads/file-types.ts'
import { excelsErrors } from '@atrium/contract/features/operations/excels/excels.errors.ts'
import {
  type ImportCounts,
  type ImportDetails,
  type ImportMapping,
  type ImportRowsQuery,
  type ImportState,
  type ImportSummary,
  type ImportsQuery,
  maxAtomicRows,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { columnsBelow } from '@atrium/contract/features/operations/imports/sheet-columns.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type Admission, admitInner } from '../../../kernel/http/admit.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Job } from '../../../kernel/jobs/define-job.ts'
import { startRun } from '../../../kernel/jobs/enqueue-job.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { semaphore } from '../../../kernel/semaphore.ts'
import { WorkbookRefused } from '../../../kernel/workbooks/open-workbook.ts'
import { cleanName } from '../../content/uploads/index.ts'
import { type FoundTemplate, importableEntities, importableFields, shownName, visibleColumns } from '../excels/index.ts'
import { shownChanges } from './checking/stored-rows.ts'
import { callsFor, getWrites, planImport } from './import-plan.ts'
import type { ImportPorts } from './import-ports.ts'
import type { ImportData } from './import-run.ts'
import { importsRepository as repository, type StoredImport } from './imports.repository.ts'
import { assertTemplate, matchColumns } from './mapping/match-columns.ts'
import { proposeMapping, toHeaders } from './mapping/propose-mapping.ts'
import { type FileHead, type OfferedSheet, readFileHead } from './reading/open-import.ts'

type Ports = Pick<ImportPorts, 'files' | 'sheets' | 'added' | 'findTemplate'> & {
  database: Database
  security: Pick<Admission, 'requireReauthentication'>
  /** The jobs of entities that are written row by row, and in batches. */
  rows: ImportJobs
  batches: ImportJobs
}
type ImportJobs = { check: Job<ImportData>; apply: Job<ImportData> }

const running: readonly ImportState[] = ['checking', 'applying', 'undoing']
const ended: readonly ImportState[] = ['applied', 'stopped', 'undone']

const pickType = ({ kind }: FileHead) => {
  const type = fileTypes.find(({ endings }) => endings.includes(kind))
  if (!type) throw new Error(`no type of file has the ending ${kind}`)
  return type
}

/** Office programs keep such a file beside one that is open; people choose it by mistake. */
const isLockFile = (name: string) => /^(~\$|\.~)/.test(name.split(/[/\\]/).at(-1) ?? '')

/** Throws what says why, unless the import is at rest and has written nothing. */
const assertOpen = ({ state }: StoredImport) => {
  if (running.includes(state)) throw new AppError(importsErrors.running)
  if (ended.includes(state)) throw new AppError(importsErrors.applied)
}
/**
 * A sheet with its titles in another row.
 * @throws `noSuchColumn`
 */
const headedBy = (sheet: OfferedSheet, header: number | undefined): OfferedSheet => {
  if (header === undefined || header === sheet.header) return sheet
  if (!toHeaders(sheet).includes(header)) throw refusalAt(importsErrors.noSuchColumn, 'header')
  return { ...sheet, header, columns: columnsBelow(sheet.rows, header) }
}
const isSame = (one: ImportCounts, other: ImportCounts) =>
  (['total', 'new', 'changed', 'same', 'refused'] as const).every((name) => one[name] === other[name])

/** Workbooks on their way into the data. Each belongs to who has uploaded it. */
export const createImports = ({ database, files, sheets, added, findTemplate, security, ...jobs }: Ports) => {
  /** Each file that is read has a thread with a heap of its own. */
  const readLimited = semaphore(2, 20)
  const findSource = (entity: string) => sheets().find(({ sheet }) => sheet.entity === entity)
  const toTitle = (entity: string) => findSource(entity)?.sheet.title ?? ''
  const pickJobs = ({ entity }: StoredImport) => (findSource(entity)?.writes?.batchWriter ? jobs.batches : jobs.rows)
  const ownOnly = (found: StoredImport | undefined, { userId }: Actor) =>
    orNotFound(found?.userId === userId ? found : undefined)
  const find = async ({ db, actor }: { db: Db; actor: Actor }, id: string) =>
    ownOnly(await repository.find(db, { companyId: actor.companyId, id }), actor)
  const hold = async ({ db, actor }: { db: Db; actor: Actor }, id: string) =>
    ownOnly(await repository.hold(db, { companyId: actor.companyId, id }), actor)

  /**
   * What the caller may change of an entity now.
   * @throws `notFound` if that is nothing
   */
  const listFields = async (scope: RequestScope, entity: string) => {
    const source = importableEntities(sheets(), scope.actor).find(({ sheet }) => sheet.entity === entity)
    return importableFields(added, orNotFound(source), scope)
  }

  const toDetails = (found: StoredImport, { source, fields, template }: FoundTemplate): ImportDetails => {
    const visible = new Set(fields.map(({ field }) => field))
    const { id, excelId, entity, sheet, mode, atomic, revision, state, problem, counts, notes } = found
    return {
      id,
      excelId,
      entity,
      sheet,
      mode,
      atomic,
      revision,
      state,
      problem,
      counts,
      notes,
      excelName: shownName(template.row.name, source.sheet),
      entityTitle: source.sheet.title,
      afterImport: source.sheet.afterImport ?? '',
      file: { name: found.fileName, size: found.size },
      sheets: found.sheets.map(({ name, header, rows, columns }) => ({ name, header, rows, columns })),
      mapping: found.mapping.map((mapped) => (visible.has(mapped.field) ? mapped : { ...mapped, field: '' })),
      fields: fields.map(({ field, title, kind, required }) => ({ field, title, kind, required })),
      keySets: (source.sheet.keys ?? []).filter((set) => set.every((key) => visible.has(key))).map((set) => [...set]),
      keys: found.keys.filter((key) => visible.has(key)),
      checkRun: found.checkRun,
      applyRun: found.applyRun,
      undoRun: found.undoRun,
      createTime: found.createTime,
    }
  }
  /** Throws `notFound` also for data that the caller may no longer import. */
  const findWithTemplate = async (scope: RequestScope, found: StoredImport) => ({
    found,
    template: await findTemplate(scope, found.excelId),
  })
  const start = async (
    scope: RequestScope,
    job: Job<ImportData>,
    found: StoredImport,
    title: string,
    total?: number,
  ) => {
    const { id, entity, mode, revision } = found
    // The run makes these calls, for which no one is asked then.
    for (const endpoint of callsFor(sheets(), found)) await admitInner(endpoint, scope.actor, security)
    const data = { importId: id, entity, mode, revision, timeZone: scope.origin.timeZone }
    return startRun(scope, job, data, { kind: 'import', title, ...(total !== undefined && { total }) })
  }
  const audited = ({ entity, mode, keys, atomic }: Pick<StoredImport, 'entity' | 'mode' | 'keys' | 'atomic'>) => ({
    entity: toTitle(entity),
    mode,
    keys,
    atomic,
  })

  return {
    /**
     * Stores a filled workbook, and proposes which column is which field.
     * @throws `notFound`, `stopped`, `notImportable`, what `assertTemplate` throws, `noMatchingColumn`, and
     * WorkbookRefused for what is no workbook
     */
    async upload(scope: DetachedScope<Actor>, excelId: string, file: SpooledFile) {
      const { actor } = scope
      const { companyId } = actor
      const found = await database.read({ reach: 'company', companyId }, (db) => findTemplate({ db, actor }, excelId))
      const { template, source, fields } = found
      if (template.row.status === 0) throw new AppError(excelsErrors.stopped)
      getWrites(source)
      if (isLockFile(file.name)) throw new WorkbookRefused('lockFile')
      const head = await readLimited(() => readFileHead(file.path))
      const columns = visibleColumns(template, fields)
      const known = Object.entries(source.sheet.fields).map(([field, { title }]) => ({ field, title }))
      if (head.mark) assertTemplate(head.mark, template.row, companyId, { columns, known })
      const proposed = proposeMapping(head, found)
      const type = pickType(head)
      const name = cleanName(file.name, type)
      const { sha256, size } = file
      await files.keep(companyId, { ...file, discard: async () => undefined })
      const id = newId()
      const { mode, keys } = template.row
      const row = { userId: actor.userId, excelId, excelName: template.row.name, mode, keys }
      await scope.commit(async (db) => {
        const stored = { companyId, name, purpose: 'excel', type: type.type, sha256, size, by: toAuthor(scope) }
        const fileId = await files.add(db, stored)
        const { entity } = source.sheet
        await repository.insert(db, { companyId, id }, { ...row, ...proposed, entity, fileId })
        scope.note({ entityId: id, entityName: name, after: { template: template.row.name, bytes: size, sha256 } })
      })
      return { id }
    },

    async list({ db, actor }: RequestScope, query: ImportsQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, actor, query)
      const toSummary = ({
        id,
        excelName,
        entity,
        fileName,
        size,
        state,
        counts,
        createTime,
      }: StoredImport): ImportSummary => ({
        id,
        excelName: shownName(excelName, { title: toTitle(entity) }),
        entity,
        entityTitle: toTitle(entity),
        file: { name: fileName, size },
        state,
        counts,
        createTime,
      })
      return { ...page, data: page.data.map(toSummary) }
    },

    async get(scope: RequestScope, id: string) {
      const { found, template } = await findWithTemplate(scope, await find(scope, id))
      return toDetails(found, template)
    },

    /** Throws `running`, `applied`, `versionConflict`, `noSuchColumn`, and as `planImport` does. */
    async map(scope: RequestScope, id: string, { columns, revision, header, ...chosen }: ImportMapping) {
      const { db, actor } = scope
      const { found, template } = await findWithTemplate(scope, await hold(scope, id))
      assertOpen(found)
      assertVersion({ id, version: found.revision }, revision)
      const stored = found.sheets[chosen.sheet]
      if (!stored) throw refusalAt(importsErrors.noSuchColumn, 'sheet')
      const head = headedBy(stored, header)
      const wrong = columns.findIndex(({ column }) => column >= head.columns.length)
      if (wrong >= 0) throw refusalAt(importsErrors.noSuchColumn, `columns.${wrong}.column`)
      const proposed = matchColumns(
        head,
        visibleColumns(template.template, template.fields),
        template.fields,
        undefined,
      )
      const mapping = proposed.map((mapped) => {
        const field = columns.find(({ column }) => column === mapped.column)?.field ?? ''
        return field === mapped.field
          ? mapped
          : { ...mapped, field, match: field === '' ? ('none' as const) : ('hand' as const) }
      })
      planImport(template, { ...chosen, mapping })
      const sheets = found.sheets.map((each) => (each === stored ? head : each))
      await repository.map(db, { companyId: actor.companyId, id }, { ...chosen, sheets, mapping })
      const after = { ...audited({ ...chosen, entity: found.entity }), columns: columns.length }
      scope.note({ entityId: id, entityName: found.fileName, before: audited(found), after })
      return { revision: revision + 1 }
    },

    /** Throws `running`, `applied`, `versionConflict`, and as `planImport` and `admitInner` do. */
    async check(scope: RequestScope, id: string, revision: number) {
      const { db, actor } = scope
      const { found, template } = await findWithTemplate(scope, await hold(scope, id))
      assertOpen(found)
      assertVersion({ id, version: found.revision }, revision)
      planImport(template, found)
      const runId = await start(
        scope,
        pickJobs(found).check,
        found,
        fillSource('试运行导入{entity}：{fileName}', { entity: toTitle(found.entity), fileName: found.fileName }),
      )
      await repository.setRun(db, { companyId: actor.companyId, id }, { check_run: runId, counts: null })
      scope.note({ entityId: id, entityName: found.fileName, after: audited(found) })
      return { id: runId }
    },

    async rows(scope: RequestScope, id: string, query: ImportRowsQuery) {
      assertPageDepth(query)
      const found = await find(scope, id)
      const fields = await listFields(scope, found.entity)
      const page = await repository.rows(scope.db, { companyId: scope.actor.companyId, id: found.id }, query)
      // A field that the caller may no longer see is in no row.
      const inFile = found.mapping.flatMap((mapped) => fields.filter(({ field }) => field === mapped.field))
      const isVisible = ({ field }: { field: string }) => field === '' || fields.some((each) => each.field === field)
      const data = page.data.map((row) => ({
        ...row,
        problems: row.problems.filter(isVisible),
        changes: shownChanges(row.changes, inFile).filter(isVisible),
      }))
      return { ...page, data }
    },

    /**
     * Throws `running`, `applied`, `unchecked`, `outdated`, `rowsRefused`, `nothingToDo`, `tooManyAtOnce`, and as
     * `admitInner` does.
     */
    async apply(scope: RequestScope, id: string, { revision, counts }: { revision: number; counts: ImportCounts }) {
      const { db, actor } = scope
      const { found } = await findWithTemplate(scope, await hold(scope, id))
      assertOpen(found)
      if (!found.counts || found.state !== 'checked') throw new AppError(importsErrors.unchecked)
      if (found.revision !== revision || !isSame(found.counts, counts)) throw new AppError(importsErrors.outdated)
      if (found.atomic && counts.refused > 0) throw new AppError(importsErrors.rowsRefused)
      const total = counts.new + counts.changed
      if (total === 0) throw new AppError(importsErrors.nothingToDo)
      if (found.atomic && total > maxAtomicRows) throw new AppError(importsErrors.tooManyAtOnce)
      const title = fillSource('导入{entity}：{fileName}', { entity: toTitle(found.entity), fileName: found.fileName })
      const runId = await start(scope, pickJobs(found).apply, found, title, total)
      await repository.setRun(db, { companyId: actor.companyId, id }, { apply_run: runId })
      scope.note({ entityId: id, entityName: found.fileName, after: { ...audited(found), ...counts } })
      return { id: runId }
    },

    /** Throws `running`. */
    async remove(scope: RequestScope, id: string) {
      const found = await hold(scope, id)
      if (running.includes(found.state)) throw new AppError(importsErrors.running)
      await repository.remove(scope.db, { companyId: scope.actor.companyId, id })
      scope.note({ entityId: id, entityName: found.fileName, before: audited(found) })
      return null
    },
  }
}
