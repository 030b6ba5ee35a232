export {
  type ArchiveContents,
  archiveContents,
  archiveFormat,
  contentsName,
  isSignedContents,
  signatureName,
} from './archive-contents.ts'
export { companyColumn, companyDataRepository as companyData, keptRow } from './company-data.repository.ts'
export { createDataArchive } from './data-archive.ts'
export { exportJobName } from './data-export.job.ts'
export { excludedColumns } from './excluded-data.ts'
