import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { rowTags, type Tag, tagsField } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { AnyScope, Route } from '../../../kernel/http/implement.ts'
import { getParts } from '../../../kernel/http/schema-parts.ts'
import type { AddedColumn, ExportedColumns } from '../../../kernel/sheets/sheet-columns.ts'
import type { Presence } from './presence.ts'
import { tagsRepository as repository } from './tags.repository.ts'

type Ports = { database: Database; presence: Presence }
type Row = { readonly id: string }
type Page = { readonly data: readonly Row[] }

const hasTags = (row: z.ZodMiniType): boolean => {
  const { shape, options = [] } = getParts(row)
  return shape?.[tagsField] === rowTags || options.some(hasTags)
}
/** Whether an endpoint lists rows with their tags. */
const listsTags = ({ wire, reply }: Endpoint): boolean => {
  const data = wire === 'list' ? getParts(reply).shape?.data : undefined
  const row = data && getParts(data).element
  return row !== undefined && hasTags(row)
}
const none: readonly Tag[] = []

/** Puts the tags of the caller's company on the rows of lists that declare them, by one statement a page. */
export const createTaggedLists = ({ database, presence }: Ports) => {
  const fill = async (db: Db, companyId: string, page: Page): Promise<Page> => {
    if (!(await presence.read(db, companyId))) return page
    const tags = await repository.ofRows(
      db,
      companyId,
      page.data.map(({ id }) => id),
    )
    return { ...page, data: page.data.map((row) => ({ ...row, [tagsField]: tags.get(row.id) ?? none })) }
  }
  const within = <T>({ db }: AnyScope, companyId: string, work: (db: Db) => Promise<T>) =>
    db ? work(db) : database.read({ reach: 'company', companyId }, work)

  return (route: Route): Route =>
    listsTags(route.endpoint)
      ? {
          ...route,
          async handle(scope, input) {
            const page = (await route.handle(scope, input)) as Page
            const { actor } = scope
            if (!actor || !('companyId' in actor) || page.data.length === 0) return page
            return within(scope, actor.companyId, (db) => fill(db, actor.companyId, page))
          },
        }
      : route
}

const column: AddedColumn = {
  name: tagsField,
  field: { kind: 'text', title: '标签' },
  required: false,
  unique: false,
  maxLength: null,
  isWritable: false,
}
const separator = '、'

/** Tags as a column of the exports of entities whose rows have pages; imports and templates have none. */
export const createTagColumn = (presence: Presence, isSubject: (entity: string) => boolean): ExportedColumns => ({
  list: async ({ db, actor }, entity) =>
    isSubject(entity) && (await presence.read(db, actor.companyId)) ? [column] : [],
  async cells({ db, actor }, entity, ids) {
    if (!isSubject(entity)) return new Map()
    const tags = await repository.ofRows(db, actor.companyId, ids)
    return new Map([...tags].map(([id, found]) => [id, { [tagsField]: found.map(({ name }) => name).join(separator) }]))
  },
  async filterNames({ db, actor: { companyId } }, { 'f.tags': tagId }) {
    const tag = typeof tagId === 'string' ? await repository.findTag(db, { companyId, tagId }) : undefined
    return tag ? { [tagsField]: tag.name } : {}
  },
})
