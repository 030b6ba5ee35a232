import { type Attachment, maxAttachments } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type Origin, type RequestScope } from '../../../kernel/scope.ts'
import type { Uploads } from '../uploads/index.ts'
import { assertEditable, toWriter } from './approval-rules.ts'
import { attachmentsRepository as repository } from './attachments.repository.ts'
import type { DownloadCounter } from './download-counter.ts'
import { noticesRepository, type StoredNotice } from './notices.repository.ts'
import { publishChange } from './publish-change.ts'
import { publishedNoticesRepository } from './published-notices.repository.ts'

type Ports = {
  database: Database
  uploads: Pick<Uploads, 'upload' | 'findSent' | 'send'>
  downloads: Pick<DownloadCounter, 'count'>
}

/** Files of notices. */
export const createAttachments = ({ database, uploads, downloads }: Ports) => {
  /** Sends a file of a notice that the caller may read, and counts it. Takes the company of the notice. */
  const send = async (origin: Origin, companyId: string, id: string, fileId: string) => {
    const file = await database.read({ reach: 'company', companyId }, async (db) => {
      orNotFound(await repository.find(db, { companyId, id, fileId }))
      return uploads.findSent(db, { companyId, id: fileId })
    })
    downloads.count({ companyId, id, fileId })
    return uploads.send(origin, file)
  }

  const noteEdit = async (scope: Pick<RequestScope, 'db' | 'actor'>, { id, state, target }: StoredNotice) => {
    await noticesRepository.noteEdit(scope.db, { companyId: scope.actor.companyId, id }, toWriter(scope))
    if (state === 'issued') await publishChange(scope, target)
  }

  return {
    send,
    /** Files of a notice that the caller may read. Takes the company of the notice. */
    of: (companyId: string, id: string): Promise<Attachment[]> =>
      database.read({ reach: 'company', companyId }, (db) => repository.list(db, { companyId, id })),

    /** Throws `tooManyFiles`, and as `assertEditable` and an upload do. */
    async attach(scope: DetachedScope<Actor>, id: string, file: SpooledFile) {
      const { companyId } = scope.actor
      const key = { companyId, id }
      const notice = await database.read({ reach: 'company', companyId }, (db) => noticesRepository.find(db, key))
      const { title } = orNotFound(notice)
      const commit: typeof scope.commit = (work) =>
        scope.commit(async (db) => {
          // In turn, so that two uploads do not exceed the limit together.
          const locked = orNotFound(await noticesRepository.findForUpdate(db, key))
          assertEditable(locked)
          if ((await repository.count(db, key)) >= maxAttachments) throw new AppError(noticesErrors.tooManyFiles)
          const added = await work(db)
          const fileKey = { ...key, fileId: String(added) }
          await repository.insert(db, fileKey)
          await noteEdit({ db, actor: scope.actor }, locked)
          scope.note({ entityId: id, entityName: title, after: await repository.find(db, fileKey) })
          return added
        })
      const { id: fileId } = await uploads.upload({ ...scope, commit }, { biz: 'news', public: '0' }, file)
      return { fileId }
    },

    async list({ db, actor: { companyId } }: RequestScope, id: string) {
      orNotFound(await noticesRepository.find(db, { companyId, id }))
      return repository.list(db, { companyId, id })
    },

    /** Throws as `assertEditable` does. */
    async detach(scope: RequestScope, id: string, fileId: string) {
      const { db, actor, note } = scope
      const key = { companyId: actor.companyId, id, fileId }
      const notice = orNotFound(await noticesRepository.findForUpdate(db, key))
      const before = orNotFound(await repository.find(db, key))
      assertEditable(notice)
      await repository.remove(db, key)
      await noteEdit(scope, notice)
      note({ entityId: id, entityName: notice.title, before })
      return null
    },

    /** A file for those who write or approve the notice; not counted. */
    async open({ db, actor: { companyId }, origin }: RequestScope, id: string, fileId: string) {
      orNotFound(await repository.find(db, { companyId, id, fileId }))
      const file = await uploads.findSent(db, { companyId, id: fileId })
      return () => uploads.send(origin, file)
    },

    /** A file of a notice that reaches the caller. */
    async download({ actor, origin }: DetachedScope<Actor>, id: string, fileId: string) {
      const reach = { reach: 'company', companyId: actor.companyId } as const
      const notice = await database.read(reach, (db) => publishedNoticesRepository.find(db, actor, id))
      return send(origin, orNotFound(notice).issuerId, id, fileId)
    },
  }
}
export type Attachments = ReturnType<typeof createAttachments>
