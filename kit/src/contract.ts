export { fileEndpoints, fileIds, ownFiles, rowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
export { autocomplete, plainOption } from '@atrium/contract/kernel/autocomplete.ts'
export { defineBulk, noInput } from '@atrium/contract/kernel/bulk.ts'
export { crudEndpoints } from '@atrium/contract/kernel/crud.ts'
export { crudBulk } from '@atrium/contract/kernel/crud-bulk.ts'
export {
  defineContract,
  type Endpoint,
  type InputOf,
  permitted,
  publicBecause,
  type ReplyOf,
  signedInBecause,
  unscopedBecause,
} from '@atrium/contract/kernel/endpoint.ts'
export { defineErrors } from '@atrium/contract/kernel/errors.ts'
export { exportEndpoint } from '@atrium/contract/kernel/export-endpoint.ts'
export {
  emptyOr,
  optionalMultilineText,
  optionalText,
  orEmpty,
  shortCode,
  text,
} from '@atrium/contract/kernel/fields.ts'
export {
  id,
  listQuery,
  listSchema,
  person,
  rowBase,
  rowTags,
  tagFilter,
  version,
} from '@atrium/contract/kernel/listing.ts'
export { defineModuleContract, type ModuleContract } from '@atrium/contract/kernel/module.ts'
export { defineSettings } from '@atrium/contract/kernel/module-declarations.ts'
export {
  calendarDay,
  dayRange,
  money,
  named,
  ofCompany,
  orNull,
  reference,
} from '@atrium/contract/kernel/module-fields.ts'
export { defineSheet } from '@atrium/contract/kernel/sheet.ts'
export { t } from '@atrium/contract/kernel/texts.ts'
export * as z from 'zod/mini'
