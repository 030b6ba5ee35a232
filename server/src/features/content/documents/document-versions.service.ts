import type { NewDocument, NewVersion } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type AuditSideEffects, type RequestScope } from '../../../kernel/scope.ts'
import { assertSendable, type FileAddresses } from '../uploads/index.ts'
import { documentChangesRepository as changes, type Upload } from './document-changes.repository.ts'
import { noteDownload } from './document-readers.service.ts'
import {
  addressBasis,
  assertLevel,
  assertNameFree,
  findEditableFolder,
  findVisible,
  findVisibleFile,
  getEnding,
  toViewer,
  withEnding,
} from './document-rules.ts'
import { documentsRepository as repository } from './documents.repository.ts'
import { addFolder } from './documents.service.ts'

const findUpload = async ({ db, actor: { companyId, userId } }: RequestScope, id: string): Promise<Upload> => {
  const upload = await changes.findUpload(db, { companyId, id }, userId)
  if (!upload) throw new AppError(documentsErrors.noSuchUpload)
  return upload
}
const auditedVersion = (number: number, { type, size }: { type: string; size: number }) => ({
  number,
  mime: type,
  bytes: size,
})

/**
 * Opens the folders of a path below a folder, adding missing ones.
 * @returns the last one, and an audit part for each added
 * @throws `nameTaken` for a file, and `nameRefused` for a folder that the actor may not see
 */
const openPath = async (scope: RequestScope, folderId: string, path: readonly string[]) => {
  const { db, actor } = scope
  let { id } = await findEditableFolder(scope, folderId)
  const sideEffects: AuditSideEffects[number][] = []
  for (const title of path) {
    const found = await changes.findByName(db, { companyId: actor.companyId, folderId: id }, title)
    if (found?.kind === 'file') throw new AppError(documentsErrors.nameTaken)
    const seen = found && (await repository.find(db, toViewer(actor), found.id))
    if (seen && seen.rank === 0) throw new AppError(documentsErrors.nameRefused)
    if (found) await findEditableFolder(scope, found.id)
    id = found?.id ?? (await addFolder(scope, id, title))
    if (!found)
      sideEffects.push({ event: 'docFolder.created', entityId: id, entityName: title, after: { name: title } })
  }
  return { id, sideEffects }
}

/** Versions of files: added from uploads, restored, downloaded. */
export const createDocumentVersions = ({ addresses }: { addresses: Pick<FileAddresses, 'temporary'> }) => ({
  /** Throws `noSuchUpload`, `nameTaken` if a folder has the name, and as `findEditableFolder` and `addFolder` do. */
  async create(scope: RequestScope, { fileId, note, folderId, path }: NewDocument) {
    const { db, actor } = scope
    const { companyId } = actor
    await changes.lockAll(db, companyId)
    const file = await findUpload(scope, fileId)
    const folder = await openPath(scope, folderId, path)
    const place = { companyId, folderId: folder.id }
    const found = await changes.findByName(db, place, file.name)
    if (found?.kind === 'folder') await assertNameFree(scope, folder.id, file.name)
    if (found) assertLevel(await findVisible(scope, found.id), 'edit')
    const id = found?.id ?? (await changes.insertFile(db, place, file.name, toAuthor(scope)))
    const number = await changes.addVersion(db, { companyId, id }, { file, name: file.name, note }, toAuthor(scope))
    const { sideEffects } = folder
    scope.note({ entityId: id, entityName: file.name, after: auditedVersion(number, file), sideEffects })
    return { id }
  },

  /**
   * Keeps the name, with the ending of the new file.
   * @throws `noSuchUpload` and `needsEdit`
   */
  async add(scope: RequestScope, id: string, { fileId, note }: NewVersion) {
    const { db, actor } = scope
    const { companyId } = actor
    await changes.lockAll(db, companyId)
    const document = await findVisibleFile(scope, id)
    assertLevel(document, 'edit')
    const file = await findUpload(scope, fileId)
    const [old, ending] = [getEnding(document.title), getEnding(file.name)]
    const base = document.title.slice(0, document.title.length - old.length)
    const name = old.toLowerCase() === ending.toLowerCase() ? document.title : withEnding(base, ending)
    await assertNameFree(scope, document.folderId, name, id)
    const number = await changes.addVersion(db, { companyId, id }, { file, name, note }, toAuthor(scope))
    scope.note({ entityId: id, entityName: name, after: auditedVersion(number, file) })
    return null
  },

  /**
   * Adds a former version once more, as the newest one.
   * @throws `needsEdit`
   */
  async restore(scope: RequestScope, id: string, number: number) {
    const { db, actor } = scope
    const key = { companyId: actor.companyId, id }
    await changes.lockAll(db, actor.companyId)
    const document = await findVisibleFile(scope, id)
    assertLevel(document, 'edit')
    const { fileId, ...version } = orNotFound(await repository.findVersion(db, key, number))
    const base = document.title.slice(0, document.title.length - getEnding(document.title).length)
    const name = withEnding(base, getEnding(version.name))
    await assertNameFree(scope, document.folderId, name, id)
    const restored = { file: { ...version, id: fileId }, name, note: fillSource('恢复自第 {number} 版', { number }) }
    const newest = await changes.addVersion(db, key, restored, toAuthor(scope))
    scope.note({
      entityId: id,
      entityName: name,
      before: { number: document.versions },
      after: { number: newest, from: number },
    })
    return null
  },

  /**
   * The address of a version.
   * @throws `needsDownload`, and as `assertSendable` does
   */
  async download(scope: RequestScope, id: string, asked: number | undefined) {
    const { db, actor } = scope
    const document = await findVisibleFile(scope, id)
    assertLevel(document, 'download')
    const number = asked ?? document.versions
    const version = orNotFound(await repository.findVersion(db, { companyId: actor.companyId, id }, number))
    assertSendable(version.state)
    await noteDownload(scope, { id, number })
    scope.note({ entityId: id, entityName: document.title, after: { number } })
    const basis = addressBasis(actor, id)
    return { url: addresses.temporary(actor.companyId, version.fileId, basis), title: document.title }
  },
})
export type DocumentVersions = ReturnType<typeof createDocumentVersions>
