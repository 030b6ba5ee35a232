import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import type {
  ReceiptSums,
  ReceiptsExport,
  receiptsContract,
} from '@atrium/contract/features/content/notices/receipts.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import type { NoticeMessages } from './notice-messages.ts'
import { publishChange } from './publish-change.ts'
import { countFound, receiptPage } from './receipt-pages.repository.ts'
import { receiptSource } from './receipt-sheet.ts'
import { receiptsRepository as repository } from './receipts.repository.ts'

type Contract = typeof receiptsContract

type Ports = { database: Database; exportSheet: ExportSheet; noticeMessages: NoticeMessages }
/** Who has read and confirmed a notice, and reminding the others. */
export const createReceipts = ({ database, exportSheet, noticeMessages }: Ports) => {
  /** The notice, as its own company sees it. */
  const find = ({ companyId }: Actor, id: string) =>
    database.read({ reach: 'company', companyId }, (db) => repository.find(db, companyId, id))
  return {
    /** One page; whether there are more is shown instead of how many. */
    async list(
      actor: Actor,
      id: string,
      { size, search, after, 'f.state': state }: InputOf<Contract['receipts']>['query'],
    ) {
      const notice = await find(actor, id)
      if (!notice) return { data: [], total: 0 }
      const page = { size: size + 1, search, after, state }
      const rows = await database.read(reachOfActor(actor), (db) => receiptPage(db, actor, notice, page))
      const data = rows.slice(0, size)
      return { data, total: data.length, more: rows.length > size }
    },

    /** Throws as `exportSheet` does. */
    async exportList(scope: DetachedScope<Actor>, id: string, request: ReceiptsExport) {
      const { actor } = scope
      const notice = orNotFound(await find(actor, id))
      const found = { search: request.search, state: request['f.state'] }
      scope.note({ entityId: id })
      return exportSheet(scope, {
        source: receiptSource,
        request,
        reach: reachOfActor(actor),
        entityName: notice.title,
        count: (db, limit) => countFound(db, actor, notice, found, limit),
        batch: (db, after, size) => receiptPage(db, actor, notice, { ...found, size, after: after?.cursor }),
      })
    },

    async sums(actor: Actor, id: string): Promise<ReceiptSums> {
      const notice = orNotFound(await find(actor, id))
      const sums = await database.read(reachOfActor(actor), (db) => repository.sums(db, actor, notice))
      return { ...sums, remindTime: notice.remindTime }
    },

    /** Throws `notPublished`, `portalMessages`, `noChannel` and `remindedLately`. */
    async remind(scope: RequestScope, id: string, { channels }: InputOf<Contract['remind']>['body']) {
      const { db, actor, note } = scope
      const { companyId } = actor
      const notice = orNotFound(await repository.find(db, companyId, id))
      if (!notice.isPublished) throw new AppError(noticesErrors.notPublished)
      if (notice.scope === 'portal') throw new AppError(noticesErrors.portalMessages)
      // The bell repeats what is to be confirmed, nothing else.
      if (channels.length === 0 && !notice.ack) throw refusalAt(noticesErrors.noChannel, 'channels')
      if (!(await repository.noteReminder(db, companyId, id))) throw new AppError(noticesErrors.remindedLately)
      await noticeMessages.send(db, companyId, {
        noticeId: id,
        askedRevision: notice.askedRevision,
        channels,
        onlyWaiting: true,
      })
      note({ entityId: id, entityName: notice.title, after: { channels } })
      await publishChange(scope, notice)
      return null
    },
  }
}
export type Receipts = ReturnType<typeof createReceipts>
