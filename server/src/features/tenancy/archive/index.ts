export { createDataArchive } from './data-archive.ts'
export { createDataExport, type DataExport } from './data-export.service.ts'
export { createErasure } from './erasure.ts'
