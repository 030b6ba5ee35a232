export { t } from '@atrium/contract/kernel/texts.ts'
export { isVisibleOrganization, isVisibleUser } from '@atrium/server/src/features/access/row-scopes/index.ts'
export { rowFiles } from '@atrium/server/src/features/content/uploads/index.ts'
export { assertDictionaryCode, checkCodes } from '@atrium/server/src/features/system/dictionaries/index.ts'
export { defineBulkSource } from '@atrium/server/src/kernel/bulk/bulk-source.ts'
export { crudBulkSource } from '@atrium/server/src/kernel/bulk/crud-bulk-source.ts'
export { byName } from '@atrium/server/src/kernel/db/by-name.ts'
export { assertVersion, crudHandlers, orNotFound, toAuthor } from '@atrium/server/src/kernel/db/crud-handlers.ts'
export {
  crudRepository,
  likePattern,
  stampColumns,
  updateStamps,
} from '@atrium/server/src/kernel/db/crud-repository.ts'
export type { Database, Db, ModuleTables } from '@atrium/server/src/kernel/db/database.ts'
export { findOptions } from '@atrium/server/src/kernel/db/find-options.ts'
export { namedRows } from '@atrium/server/src/kernel/db/named-rows.ts'
export type { Numbering, NumberSeries } from '@atrium/server/src/kernel/db/numbering.ts'
export { implement } from '@atrium/server/src/kernel/http/implement.ts'
export { newId } from '@atrium/server/src/kernel/ids.ts'
export { defineJob, defineTrigger } from '@atrium/server/src/kernel/jobs/define-job.ts'
export { type Actor, AppError, type RequestScope, refusalAt } from '@atrium/server/src/kernel/scope.ts'
export { crudExport } from '@atrium/server/src/kernel/sheets/crud-export.ts'
export { fitMoney } from '@atrium/server/src/kernel/sheets/fit-money.ts'
export { crudImportedRows } from '@atrium/server/src/kernel/sheets/imported-rows.ts'
export { defineSource } from '@atrium/server/src/kernel/sheets/sheet-source.ts'
export {
  defineModule,
  joinFeatures,
  type ModuleFeature as Feature,
  type ModulePorts,
} from '@atrium/server/src/module.ts'
export type { AfterHook, BeforeHook } from '@atrium/server/src/module-hooks.ts'
export { createReferences } from '@atrium/server/src/module-references.ts'
export { sql } from 'kysely'
