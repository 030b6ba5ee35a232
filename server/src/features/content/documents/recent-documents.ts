import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { toViewer } from './document-rules.ts'
import { recentFiles } from './recent-documents.repository.ts'

/** The last files that the actor has opened, or that were changed, of those they may see; a part of a larger query. */
export const recentDocuments = (db: Db, actor: Actor, limit: number) => recentFiles(db, toViewer(actor), limit)
