export { createDataArchive } from './data-archive.ts'
export type { DataExport } from './data-export.service.ts'
