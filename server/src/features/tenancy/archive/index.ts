export { createDataArchive } from './data-archive.ts'
