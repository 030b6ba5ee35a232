import { readRights } from '../../access/authorization/index.ts'
import { canSignIn, users } from '../../people/users/index.ts'
import type { MayStillRead } from '../uploads/index.ts'
import { documentLinksRepository as links } from './document-links.repository.ts'
import { findSharedFile, toViewer } from './document-rules.ts'
import { documentsRepository as repository } from './documents.repository.ts'

/** Whether the user may still see a document, or the link still leads to it: addresses of its files end with that. */
export const mayStillRead: MayStillRead = async (db, companyId, { by, id, documentId }) => {
  if (by !== 'user') {
    const link = await links.findLive(db, { companyId, id }, documentId)
    return (
      link !== undefined && (await findSharedFile(db, { companyId, userId: link.makerId }, documentId)) !== undefined
    )
  }
  if (!canSignIn(await users.find(db, companyId, id))) return false
  const { permissions } = await readRights(db, companyId, id)
  const found = await repository.find(db, toViewer({ companyId, userId: id, permissions }), documentId)
  return found !== undefined && found.rank > 0 && !found.trashed && !found.folderTrashed
}
