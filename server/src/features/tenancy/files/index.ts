export { attachToRun } from './attach-to-run.ts'
export type { Files } from './files.service.ts'
