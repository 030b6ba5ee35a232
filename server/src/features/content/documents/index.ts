export { recentDocuments } from './recent-documents.ts'
