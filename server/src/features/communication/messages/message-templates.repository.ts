import type { MessageTemplateRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { crudRepository, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { type Channel, listVariables } from './builtin-templates.ts'

const columns = {
  id: 'id',
  code: 'code',
  channel: 'channel',
  name: 'name',
  title: 'title',
  content: 'content',
  providerTemplate: 'provider_template',
  updateTime: 'updated_at',
  updateBy: 'updated_by',
  version: 'version',
} as const

type Stored = Omit<MessageTemplateRow, 'variables'>
const stored = crudRepository<'message_templates', typeof columns, Stored>({
  table: 'message_templates',
  columns,
  searchIn: ['code', 'name', 'title', 'content'],
  orderBy: 'code',
})
const toRow = (row: Stored): MessageTemplateRow => ({ ...row, variables: listVariables(row.code) })

export type Wording = { title: string; content: string; providerTemplate: string }
type InitialWording = { code: string; channel: Channel; name: string; title: string; content: string }

export const messageTemplatesRepository = {
  async list(db: Db, query: ListQuery) {
    const page = await stored.list(db, query)
    return { ...page, data: page.data.map(toRow) }
  },
  async lock(db: Db, id: string) {
    const row = await stored.findForUpdate(db, id)
    return row && toRow(row)
  },
  async update(db: Db, id: string, { title, content, providerTemplate }: Wording, by: Person) {
    return toRow(await stored.update(db, id, { title, content, provider_template: providerTemplate }, by))
  },

  /** Current wording of a message. */
  wording: (db: Db, code: string, channel: Channel): Promise<Wording> =>
    db
      .selectFrom('message_templates')
      .where('code', '=', code)
      .where('channel', '=', channel)
      .select(['title', 'content', 'provider_template as providerTemplate'])
      .executeTakeFirstOrThrow(),

  /** Adds a wording unless there is one, so that edits stay. */
  ensure: (db: Db, first: InitialWording) =>
    db
      .insertInto('message_templates')
      .values({ id: newId(), ...first })
      .onConflict((conflict) => conflict.columns(['code', 'channel']).doNothing())
      .execute(),
}
