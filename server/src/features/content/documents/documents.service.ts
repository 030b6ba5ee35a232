import { maxFolderDepth } from '@atrium/contract/features/content/documents/document-fields.ts'
import type {
  DocumentDetails,
  documentsContract,
  Moving,
  Renaming,
} from '@atrium/contract/features/content/documents/documents.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { documentAccessRepository as accessRepository } from './document-access.repository.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { toRank } from './document-rights.repository.ts'
import {
  assertLevel,
  assertNameFree,
  assertTakeable,
  assertTakeableWhole,
  findEditableFolder,
  findVisible,
  getEnding,
  toViewer,
  withEnding,
} from './document-rules.ts'
import { type FoundDocument, documentsRepository as repository } from './documents.repository.ts'

type ListQuery = z.output<typeof documentsContract.list.query>

/** Who moves or creates a folder at the top manages it. A guest is no user who could be named. */
const grantToCreator = async (scope: RequestScope, id: string) => {
  const { db, actor } = scope
  if (actor.acting) return
  const key = { companyId: actor.companyId, id }
  const grants = await accessRepository.grants(db, key)
  const own = grants.find(({ kind, subjectId, from }) => kind === 'user' && subjectId === actor.userId && !from)
  const grant = { kind: 'user', subjectId: actor.userId, rank: toRank('manage') } as const
  if (!own) await accessRepository.insert(db, key, grant, toAuthor(scope))
  else await accessRepository.changeLevel(db, { ...key, id: own.id }, grant.rank, toAuthor(scope))
}

/** Throws `tooDeep` if folders of that height would lie too deep in a folder, `intoItself` if it is among them. */
const assertFits = async (scope: RequestScope, folderId: string, height: number, moved?: string) => {
  const path = await repository.path(scope.db, toViewer(scope.actor), folderId)
  if (path.some(({ id }) => id === moved)) throw new AppError(documentsErrors.intoItself)
  if (path.length + height > maxFolderDepth) throw new AppError(documentsErrors.tooDeep)
}

/**
 * Moves a document, which has the rights of its new place then.
 * @throws `needsManage` if others would manage it than before, which only who manages it decides
 */
const moveFairly = async (scope: RequestScope, document: FoundDocument, folderId: string | null) => {
  const { db, actor } = scope
  const key = { companyId: actor.companyId, id: document.id }
  const managers = await accessRepository.managers(db, key)
  await changes.move(db, key, folderId, toAuthor(scope))
  if (managers !== (await accessRepository.managers(db, key))) assertLevel(document, 'manage')
}

/**
 * Adds a folder below another one.
 * @throws `tooDeep`, and as `assertNameFree` does
 */
export const addFolder = async (scope: RequestScope, folderId: string, title: string): Promise<string> => {
  const { db, actor } = scope
  await assertFits(scope, folderId, 1)
  await assertNameFree(scope, folderId, title)
  return changes.insertFolder(db, { companyId: actor.companyId, folderId }, title, toAuthor(scope))
}

/** Folders and files of a company, within the actor's rights. */
export const documents = {
  folders: ({ db, actor }: RequestScope) => repository.folders(db, toViewer(actor)),

  list({ db, actor }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, toViewer(actor), query)
  },

  async get({ db, actor }: RequestScope, id: string): Promise<DocumentDetails> {
    const viewer = toViewer(actor)
    const row = orNotFound(await repository.findShown(db, viewer, id))
    const [path, history] = await Promise.all([
      repository.path(db, viewer, row.placeId),
      repository.history(db, { companyId: actor.companyId, id }),
    ])
    return { ...row, path: path.filter(({ readable }) => readable), history }
  },

  /** Throws as `findEditableFolder`, `addFolder` and `assertNameFree` do. */
  async createFolder(scope: RequestScope, { title, parentId }: { title: string; parentId: string | null }) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    if (parentId === null) await assertNameFree(scope, null, title)
    else await findEditableFolder(scope, parentId)
    const place = { companyId: actor.companyId, folderId: null }
    const id =
      parentId === null
        ? await changes.insertFolder(db, place, title, toAuthor(scope))
        : await addFolder(scope, parentId, title)
    if (parentId === null) await grantToCreator(scope, id)
    scope.note({ entityId: id, entityName: title, after: { name: title } })
    return { id }
  },

  /** Throws `needsEdit`, and as `assertNameFree` does. */
  async rename(scope: RequestScope, id: string, { title, version }: Renaming) {
    const { db, actor } = scope
    const key = { companyId: actor.companyId, id }
    await changes.lockAll(db, actor.companyId)
    const before = await findVisible(scope, id)
    if (before.kind === 'folder' || before.rank < toRank('edit')) assertTakeable(before)
    assertVersion(before, version)
    const name = before.kind === 'folder' ? title : withEnding(title, getEnding(before.title))
    await assertNameFree(scope, before.folderId, name, id)
    await changes.rename(db, key, name, toAuthor(scope))
    if (before.kind === 'file') await changes.nameFiles(db, key, name)
    scope.note({ entityId: id, entityName: name, before: { name: before.title }, after: { name } })
    return null
  },

  /** Throws as `findEditableFolder`, `assertFits`, `assertNameFree`, `assertTakeableWhole` and `moveFairly` do, and `filesNeedFolder`. */
  async move(scope: RequestScope, id: string, { folderId, version }: Moving) {
    const { db, actor } = scope
    const key = { companyId: actor.companyId, id }
    await changes.lockAll(db, actor.companyId)
    const before = await findVisible(scope, id)
    await assertTakeableWhole(scope, before)
    // At the top nothing is inherited: who moves a folder there manages it.
    if (folderId === null && before.kind === 'folder') assertLevel(before, 'manage')
    assertVersion(before, version)
    const target = folderId === null ? undefined : await findEditableFolder(scope, folderId)
    if (!target && before.kind === 'file') throw refusalAt(documentsErrors.filesNeedFolder, 'folderId')
    if (target)
      await assertFits(scope, target.id, before.kind === 'folder' ? await changes.measureHeight(db, key) : 0, id)
    await assertNameFree(scope, folderId, before.title, id)
    await moveFairly(scope, before, folderId)
    if (!target) await grantToCreator(scope, id)
    const from = before.folderId === null ? undefined : await repository.find(db, toViewer(actor), before.folderId)
    const places = { before: { folder: from?.title ?? '' }, after: { folder: target?.title ?? '' } }
    scope.note({ entityId: id, entityName: before.title, ...places })
    return null
  },
}
