import type { Messages, MessageValues } from './features/communication/messages/index.ts'
import type { Db } from './kernel/db/database.ts'

type ModuleNotice = {
  companyId: string
  /** Ids of users of the company; others get nothing. */
  users: readonly string[]
  /** The code of a declared message. */
  message: `${string}.${string}`
  values: MessageValues
}
/** The messages of a module. */
export type ModuleMessages = {
  /**
   * Sends a mail to users, each in their language, once the caller's transaction has committed. Users without an address
   * get none.
   */
  notify(db: Db, notice: ModuleNotice): Promise<void>
}

/** The messages of the product, for modules. */
export const messagesOf = (messages: Pick<Messages, 'enqueueAll'>): ModuleMessages => ({
  async notify(db, { companyId, users, message: template, values }) {
    if (users.length === 0) return
    const found = await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', 'in', [...users])
      .where('deleted_at', 'is', null)
      .select('account')
      .execute()
    await messages.enqueueAll(
      db,
      found.map(({ account }) => ({ companyId, channel: 'mail', template, to: { account }, values })),
    )
  },
})
