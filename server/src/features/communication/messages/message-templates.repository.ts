import type {
  MessageTemplateRow,
  OwnWording,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
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
  wordings: 'wordings',
  updateTime: 'updated_at',
  updateBy: 'updated_by',
  version: 'version',
} as const

/** Own wordings by the languages they are for. */
export type OwnWordings = Readonly<Record<string, OwnWording>>
export type StoredTemplate = Omit<MessageTemplateRow, 'languages'>
type Stored = Omit<StoredTemplate, 'variables'>
const stored = crudRepository<'message_templates', typeof columns, Stored>({
  table: 'message_templates',
  columns,
  searchIn: ['code', 'name', 'title', 'content'],
  orderBy: 'code',
})
const toRow = (row: Stored): StoredTemplate => ({ ...row, variables: listVariables(row.code) })

export type Wording = { title: string; content: string; providerTemplate: string; wordings: OwnWordings }
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
  async update(db: Db, id: string, { title, content, providerTemplate, wordings }: Wording, by: Person) {
    const written = { title, content, providerTemplate, wordings: { ...wordings } }
    return toRow(await stored.update(db, id, written, by))
  },

  /** Current wording of a message. */
  wording: (db: Db, code: string, channel: Channel): Promise<Wording> =>
    db
      .selectFrom('message_templates')
      .where('code', '=', code)
      .where('channel', '=', channel)
      .select(['title', 'content', 'provider_template as providerTemplate', sql<OwnWordings>`wordings`.as('wordings')])
      .executeTakeFirstOrThrow(),

  /** Adds a wording unless there is one, so that edits stay. */
  ensure: (db: Db, first: InitialWording) =>
    db
      .insertInto('message_templates')
      .values({ id: newId(), ...first })
      .onConflict((conflict) => conflict.columns(['code', 'channel']).doNothing())
      .execute(),
}
