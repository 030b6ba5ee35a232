import type { AccessLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type Owner, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { readRights } from '../../access/authorization/index.ts'
import type { AddressBasis } from '../uploads/index.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { hasUnmanagedInside, toRank, type Viewer } from './document-rights.repository.ts'
import { type FoundDocument, documentsRepository as repository } from './documents.repository.ts'

const [share, manageAll] = ['sysDocs:share', 'sysDocs:manage']

type Asking = Pick<RequestScope, 'db' | 'actor'>

/** The actor as rights on documents know them. */
export const toViewer = ({
  companyId,
  userId,
  permissions,
}: Pick<Actor, 'companyId' | 'userId' | 'permissions'>): Viewer => ({
  companyId,
  userId,
  everything: permissions === 'everything' || permissions.has(manageAll),
})

/** On what the address of a document's file rests: the right of its reader; a guest's ends with their visit anyway. */
export const addressBasis = ({ userId, acting }: Actor, documentId: string): AddressBasis | undefined =>
  acting ? undefined : { by: 'user', id: userId, documentId }

const refusals = {
  view: documentsErrors.needsDownload,
  download: documentsErrors.needsDownload,
  edit: documentsErrors.needsEdit,
  manage: documentsErrors.needsManage,
} as const

/** Throws `needsDownload`, `needsEdit` or `needsManage` unless the actor has that level. */
export const assertLevel = ({ rank }: { rank: number }, level: AccessLevel): void => {
  if (rank < toRank(level)) throw new AppError(refusals[level])
}

/**
 * Throws `needsEdit` unless the actor may take a document out of its folder: manages it, or edits that folder. Who edits a
 * folder has no say in one below that does not inherit its rights.
 */
export const assertTakeable = ({ takeable }: Pick<FoundDocument, 'takeable'>): void => {
  if (!takeable) throw new AppError(documentsErrors.needsEdit)
}

/**
 * The same with all below it.
 * @throws `holdsUnmanaged` for a folder with one inside that does not inherit and that the actor does not manage: those
 *   who do would find it elsewhere, or no more.
 */
export const assertTakeableWhole = async ({ db, actor }: Asking, document: FoundDocument): Promise<void> => {
  assertTakeable(document)
  if (document.kind === 'folder' && (await hasUnmanagedInside(db, toViewer(actor), document.id)))
    throw new AppError(documentsErrors.holdsUnmanaged)
}

/**
 * A folder or file that the actor may see.
 * @throws `notFound` for what they may not see, or what is in the trash
 */
export const findVisible = async ({ db, actor }: Asking, id: string): Promise<FoundDocument> => {
  const found = await repository.find(db, toViewer(actor), id)
  return orNotFound(found && found.rank > 0 && !found.trashed && !found.folderTrashed ? found : undefined)
}

/**
 * A folder in which the actor may change something.
 * @throws `notFound` and `needsEdit`
 */
export const findEditableFolder = async (scope: RequestScope, id: string): Promise<FoundDocument> => {
  const found = await findVisible(scope, id)
  const folder = orNotFound(found.kind === 'folder' ? found : undefined)
  assertLevel(folder, 'edit')
  return folder
}

/**
 * A file that the actor may see.
 * @throws `notFound`
 */
export const findVisibleFile = async (scope: Asking, id: string): Promise<FoundDocument> => {
  const found = await findVisible(scope, id)
  return orNotFound(found.kind === 'file' ? found : undefined)
}

/**
 * A file that the actor manages.
 * @throws `notFound` and `needsManage`
 */
export const findManagedFile = async (scope: Asking, id: string): Promise<FoundDocument> => {
  const file = await findVisibleFile(scope, id)
  assertLevel(file, 'manage')
  return file
}

/** A file that a user manages and may share now, whether they are signed in or not; undefined otherwise. */
export const findSharedFile = async (db: Db, owner: Owner, id: string): Promise<FoundDocument | undefined> => {
  const { permissions } = await readRights(db, owner.companyId, owner.userId)
  if (permissions !== 'everything' && !permissions.has(share)) return undefined
  const found = await repository.find(db, toViewer({ ...owner, permissions }), id)
  const isManaged = found?.kind === 'file' && !found.trashed && !found.folderTrashed && found.rank >= toRank('manage')
  return isManaged ? found : undefined
}

/**
 * Throws `nameTaken` if what has a name in a folder, or at the top, is not that document itself, and `nameRefused`
 * instead if the actor may not see it: then they do not learn that it exists.
 */
export const assertNameFree = async (
  { db, actor }: Asking,
  folderId: string | null,
  name: string,
  own?: string,
): Promise<void> => {
  const found = await changes.findByName(db, { companyId: actor.companyId, folderId }, name)
  if (!found || found.id === own) return
  const seen = await repository.find(db, toViewer(actor), found.id)
  throw refusalAt(seen && seen.rank > 0 ? documentsErrors.nameTaken : documentsErrors.nameRefused, 'title')
}

/** The ending of a name with its dot; empty without one. */
export const getEnding = (name: string): string => {
  const at = name.lastIndexOf('.')
  return at <= 0 ? '' : name.slice(at)
}
/** A name for a file of some ending: the ending stays, whatever is typed. */
export const withEnding = (title: string, ending: string): string =>
  getEnding(title).toLowerCase() === ending.toLowerCase() ? title : `${title}${ending}`
