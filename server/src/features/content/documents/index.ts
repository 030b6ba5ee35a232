export { mayStillRead } from './may-still-read.ts'
export { recentDocuments } from './recent-documents.ts'
