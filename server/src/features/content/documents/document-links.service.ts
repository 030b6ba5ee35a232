import { maxLinkDays, maxLinks } from '@atrium/contract/features/content/documents/document-fields.ts'
import type { LinkRow, NewLink } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { newToken } from '../../../kernel/ids.ts'
import { hashPassword } from '../../../kernel/password-hash.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { documentLinksRepository as repository } from './document-links.repository.ts'
import { findManagedFile, findSharedFile } from './document-rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Throws `linkEnded` and `linkTooLong`. */
const assertPeriod = (expireTime: string) => {
  const left = Date.parse(expireTime) - Date.now()
  if (left <= 0) throw refusalAt(documentsErrors.linkEnded, 'expireTime')
  if (left > maxLinkDays * dayMs) throw refusalAt(documentsErrors.linkTooLong, 'expireTime')
}

/** Links to files, for those who manage them. */
export const createDocumentLinks = ({ database }: { database: Database }) => ({
  /** Throws `needsManage`. */
  async list(scope: RequestScope, id: string): Promise<LinkRow[]> {
    const { db } = scope
    const { companyId } = scope.actor
    await findManagedFile(scope, id)
    const rows = await repository.list(db, { companyId, id })
    const managing = new Map<string, boolean>()
    for (const userId of new Set(rows.map(({ makerId }) => makerId)))
      managing.set(userId, (await findSharedFile(db, { companyId, userId }, id)) !== undefined)
    return rows.map(({ makerId, isMakerActive, ...row }) => ({
      ...row,
      managed: isMakerActive && managing.get(makerId) === true,
    }))
  },

  /** Throws `needsManage`, `linkEnded`, `linkTooLong`, `tooManyLinks`. */
  async create(scope: DetachedScope<Actor>, documentId: string, { password, ...link }: NewLink) {
    const { actor } = scope
    const { companyId, userId: makerId } = actor
    assertPeriod(link.expireTime)
    // Refused before a password is hashed.
    await database.read({ reach: 'company', companyId }, (db) => findManagedFile({ db, actor }, documentId))
    const [token, passwordHash] = [newToken(), password === '' ? '' : await hashPassword(password)]
    const id = await scope.commit(async (db) => {
      await changes.lockAll(db, companyId)
      const { title } = await findManagedFile({ db, actor }, documentId)
      if ((await repository.count(db, { companyId, id: documentId })) >= maxLinks)
        throw new AppError(documentsErrors.tooManyLinks)
      const { expireTime, downloadable, mostUses } = link
      scope.note({
        entityId: documentId,
        entityName: title,
        after: { expireTime, downloadable, mostUses, hasPassword: password !== '' },
      })
      const row = { ...link, companyId, documentId, makerId, tokenHash: digest(token), passwordHash }
      return repository.insert(db, row, toAuthor(scope))
    })
    return { id, token }
  },

  /** Throws `needsManage`. */
  async revoke(scope: RequestScope, { id, linkId }: { id: string; linkId: string }) {
    const { title } = await findManagedFile(scope, id)
    const key = { companyId: scope.actor.companyId, id: linkId }
    const { uses, usesLeft, ...before } = orNotFound(await repository.remove(scope.db, key, id))
    const mostUses = usesLeft === null ? null : uses + usesLeft
    scope.note({ entityId: id, entityName: title, before: { ...before, mostUses } })
    return null
  },
})
export type DocumentLinks = ReturnType<typeof createDocumentLinks>
