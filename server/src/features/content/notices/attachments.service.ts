import { type Attachment, maxAttachments } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type Origin, type RequestScope } from '../../../kernel/scope.ts'
import type { Uploads } from '../uploads/index.ts'
import { attachmentsRepository as repository } from './attachments.repository.ts'
import { noticesRepository } from './notices.repository.ts'
import { publishedNoticesRepository } from './published-notices.repository.ts'

type Ports = { database: Database; uploads: Pick<Uploads, 'upload' | 'findSent' | 'send'> }

/** Files of notices. */
export const createAttachments = ({ database, uploads }: Ports) => {
  /** Sends a file of a notice that the caller may read, and counts it. In: the company of the notice. */
  const send = async (origin: Origin, companyId: string, id: string, fileId: string) => {
    const file = await database.transact({ reach: 'company', companyId }, async (db) => {
      const isAttached = await repository.countDownload(db, { companyId, id, fileId })
      if (!isAttached) throw new AppError(kernelErrors.notFound)
      return uploads.findSent(db, { companyId, id: fileId })
    })
    return uploads.send(origin, file)
  }

  return {
    send,
    /** Files of a notice that the caller may read. In: the company of the notice. */
    of: (companyId: string, id: string): Promise<Attachment[]> =>
      database.read({ reach: 'company', companyId }, (db) => repository.list(db, { companyId, id })),

    /** Throws `tooManyFiles`, and as an upload does. */
    async attach(scope: DetachedScope<Actor>, id: string, file: SpooledFile) {
      const { companyId } = scope.actor
      const key = { companyId, id }
      const notice = await database.read({ reach: 'company', companyId }, (db) => noticesRepository.find(db, key))
      const { title } = orNotFound(notice)
      const commit: typeof scope.commit = (work) =>
        scope.commit(async (db) => {
          // In turn, so that two uploads do not exceed the limit together.
          orNotFound(await noticesRepository.findForUpdate(db, key))
          if ((await repository.count(db, key)) >= maxAttachments) throw new AppError(noticesErrors.tooManyFiles)
          const added = await work(db)
          await repository.insert(db, { ...key, fileId: String(added) })
          scope.note({ entityId: id, entityName: title })
          return added
        })
      const { id: fileId } = await uploads.upload({ ...scope, commit }, { biz: 'news', public: '0' }, file)
      return { fileId }
    },

    async list({ db, actor: { companyId } }: RequestScope, id: string) {
      orNotFound(await noticesRepository.find(db, { companyId, id }))
      return repository.list(db, { companyId, id })
    },

    async detach({ db, actor: { companyId }, note }: RequestScope, id: string, fileId: string) {
      const key = { companyId, id, fileId }
      const name = orNotFound(await repository.findName(db, key))
      const { title } = orNotFound(await noticesRepository.find(db, key))
      await repository.remove(db, key)
      note({ entityId: id, entityName: title, before: { file: name } })
      return null
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
