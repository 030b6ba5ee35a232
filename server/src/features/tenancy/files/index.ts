export type { Files } from './files.service.ts'
