import { noticesChanged } from '@atrium/contract/features/content/notices/notice-topics.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import type {
  PublishedNotice,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { publish } from '../../../kernel/events/publish.ts'
import { type Actor, AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { RichTexts } from '../uploads/index.ts'
import type { Attachments } from './attachments.service.ts'
import { readBell } from './bell.repository.ts'
import { publishedNoticesRepository as repository } from './published-notices.repository.ts'

type ListQuery = InputOf<typeof publishedNoticesContract.published>['query']
type SeenText = InputOf<typeof publishedNoticesContract.read>['body']

/** Throws `outdatedText` if readers are asked to read a later text. */
const assertPresent = ({ askedRevision }: { askedRevision: number }, revision: number) => {
  if (revision < askedRevision) throw new AppError(noticesErrors.outdatedText)
}

/** The reader's other tabs count again. Takes how many receipts were written. */
const tellOwnTabs = async ({ db, actor: { companyId, userId } }: RequestScope, written: number) => {
  if (written > 0) await publish(db, noticesChanged, { user: { companyId, userId } }, {})
}

type Ports = { database: Database; richTexts: RichTexts; attachments: Pick<Attachments, 'of'> }
/** Notices as their readers see them. */
export const createPublishedNotices = ({ database, richTexts, attachments }: Ports) => ({
  async list({ db, actor }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, actor, query)
  },
  async get(actor: Actor, id: string): Promise<PublishedNotice> {
    const reach = { reach: 'company', companyId: actor.companyId } as const
    const found = await database.read(reach, (db) => repository.findText(db, actor, id))
    const { issuerId, content, ...notice } = orNotFound(found)
    const attach = await attachments.of(issuerId, id)
    return { ...notice, content: richTexts.toShown(issuerId, content), attach }
  },
  bell: ({ db, actor }: RequestScope) => readBell(db, actor),

  /**
   * What does not reach the caller leaves no receipt.
   * @throws `outdatedText`
   */
  async read(scope: RequestScope, id: string, { revision }: SeenText) {
    const { db, actor } = scope
    const found = await repository.find(db, actor, id)
    if (found) assertPresent(found, revision)
    await tellOwnTabs(scope, await repository.read(db, actor, { id, revision }))
    return null
  },
  async readAll(scope: RequestScope) {
    await tellOwnTabs(scope, await repository.readAll(scope.db, scope.actor))
    return null
  },

  /**
   * Confirming again changes nothing.
   * @throws `notToConfirm` and `outdatedText`
   */
  async ack(scope: RequestScope, id: string, { revision }: SeenText) {
    const { db, actor, note } = scope
    const found = orNotFound(await repository.find(db, actor, id))
    if (!found.ack) throw new AppError(noticesErrors.notToConfirm)
    assertPresent(found, revision)
    const written = await repository.ack(db, actor, { id, revision })
    await tellOwnTabs(scope, written)
    const unchanged = found.mine.acked || written === 0
    note({ entityId: id, entityName: found.title, after: { revision }, unchanged })
    return null
  },
})
export type PublishedNotices = ReturnType<typeof createPublishedNotices>
