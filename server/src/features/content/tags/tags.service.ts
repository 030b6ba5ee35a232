import {
  type AttachedTag,
  maxTags,
  maxTagsOfRow,
  type TagRow,
  type TagUses,
  type TagWrite,
  type tagsContract,
} from '@atrium/contract/features/content/tags/tags.contract.ts'
import { tagsErrors } from '@atrium/contract/features/content/tags/tags.errors.ts'
import type { Endpoint, InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Tag } from '@atrium/contract/kernel/listing.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import { crudHandlers, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type Admission, admitInner } from '../../../kernel/http/admit.ts'
import {
  type Actor,
  AppError,
  type AuditSideEffects,
  type DetachedScope,
  type RequestScope,
} from '../../../kernel/scope.ts'
import type { Subjects } from '../../../kernel/subjects.ts'
import { moving } from './moving.ts'
import type { Presence } from './presence.ts'
import { tagsRepository as repository } from './tags.repository.ts'

type Scope = DetachedScope<Actor>
type ListQuery = InputOf<typeof tagsContract.list>['query']
export type TagPorts = {
  database: Database
  subjects: Subjects
  presence: Presence
  security: Pick<Admission, 'requireReauthentication'>
}

const eventOf = (endpoint: Endpoint): string | undefined =>
  endpoint.method !== 'GET' && 'event' in endpoint.audit ? endpoint.audit.event : undefined
const toNames = (tags: readonly Tag[]) => tags.map(({ name }) => name)
const crud = crudHandlers(repository, { audited: ['name'] })

/** Tags on rows, as the endpoints of the rows decide; and the words of a company. */
export const createTags = ({ database, subjects, presence, security }: TagPorts) => {
  const readOwn = <T>({ companyId }: Actor, work: (db: Db) => Promise<T>) =>
    database.read({ reach: 'company', companyId }, work)
  const ofRow = async (db: Db, { companyId }: Pick<Actor, 'companyId'>, id: string) =>
    (await repository.ofRows(db, companyId, [id])).get(id) ?? []
  const usesOf = async (db: Db, companyId: string, id: string): Promise<TagUses> =>
    (await repository.uses(db, companyId, [id])).get(id) ?? { uses: 0, more: false }
  const withUses = async ({ db, actor }: RequestScope, rows: readonly Omit<TagRow, keyof TagUses>[]) => {
    const uses = await repository.uses(
      db,
      actor.companyId,
      rows.map(({ id }) => id),
    )
    return rows.map((row): TagRow => ({ ...row, uses: 0, more: false, ...uses.get(row.id) }))
  }

  /** The name of a row that the caller may change. Throws the refusals of its change and of its read. */
  const assertMayChange = async (actor: Actor, subject: Subject) => {
    await admitInner(subjects.endpointsOf(subject.entity).change, actor, security)
    return (await subjects.read(actor, subject)).name
  }
  /** Changes the tags of a row, one caller after another, and notes it for the row as well. */
  const change = (
    scope: Scope,
    { entity, id, rowName }: Subject & { rowName: string },
    work: (db: Db, before: readonly Tag[]) => Promise<Tag>,
  ) =>
    scope.commit(async (db) => {
      const { companyId } = scope.actor
      await repository.lockRow(db, { companyId, entity, id })
      const before = await ofRow(db, scope.actor, id)
      const tag = await work(db, before)
      const after = await ofRow(db, scope.actor, id)
      const event = eventOf(subjects.endpointsOf(entity).change)
      const values = { before: { tagNames: toNames(before) }, after: { tagNames: toNames(after) } }
      const sideEffects: AuditSideEffects = event ? [{ event, entityId: id, entityName: rowName, ...values }] : []
      scope.note({
        entityId: tag.id,
        entityName: tag.name,
        after: { entity, entityRow: id },
        unchanged: before.length === after.length,
        sideEffects,
      })
      return tag
    })
  /** The tag of a name; one that the company does not have yet is added. */
  const findOrAdd = async (scope: Scope, db: Db, name: string): Promise<Tag> => {
    const { companyId } = scope.actor
    const found = await repository.findByName(db, companyId, name)
    if (found) return found
    if ((await repository.count(db, companyId)) >= maxTags) throw new AppError(tagsErrors.tooMany)
    await repository.addWord(db, companyId, name, toAuthor(scope))
    return orNotFound(await repository.findByName(db, companyId, name))
  }

  return {
    ...crud,
    async list(scope: RequestScope, query: ListQuery) {
      const page = await crud.list(scope, query)
      return { ...page, data: await withUses(scope, page.data) }
    },
    async get(scope: RequestScope, id: string) {
      const [row] = await withUses(scope, [await crud.get(scope, id)])
      return orNotFound(row)
    },
    async create(scope: RequestScope, write: TagWrite) {
      if ((await repository.count(scope.db, scope.actor.companyId)) >= maxTags) throw new AppError(tagsErrors.tooMany)
      const created = await crud.create(scope, write)
      scope.afterCommit(presence.forget)
      return created
    },
    remove: (scope: RequestScope, id: string) =>
      crud.remove(scope, id, async () => {
        const { companyId } = scope.actor
        scope.confirm(await usesOf(scope.db, companyId, id))
        await moving.start(scope.db, companyId, { tagId: id, into: null })
      }),
    /** Throws `intoItself`, and `notFound` for a tag that is not there. */
    async merge(scope: RequestScope, id: string, { into }: { into: string }) {
      if (into === id) throw new AppError(tagsErrors.intoItself)
      const { companyId } = scope.actor
      const kept = orNotFound(await repository.findForUpdate(scope.db, into))
      await crud.remove(scope, id, async () => {
        scope.confirm(await usesOf(scope.db, companyId, id))
        await moving.start(scope.db, companyId, { tagId: id, into })
      })
      scope.note({ after: { name: kept.name } })
      return null
    },

    async ofRow({ actor }: Scope, subject: Subject) {
      await subjects.read(actor, subject)
      const tags = await readOwn(actor, (db) => ofRow(db, actor, subject.id))
      return { tags, editable: subjects.mayChange(actor, subject.entity) }
    },
    /** Throws the refusals of the row's read and change, `tooManyOnRow` and `tooMany`. */
    async attach(scope: Scope, { name, ...subject }: AttachedTag) {
      const { companyId } = scope.actor
      const rowName = await assertMayChange(scope.actor, subject)
      const tag = await change(scope, { ...subject, rowName }, async (db, before) => {
        const found = await findOrAdd(scope, db, name)
        if (before.some(({ id }) => id === found.id)) return found
        if (before.length >= maxTagsOfRow) throw new AppError(tagsErrors.tooManyOnRow)
        await repository.attach(db, { companyId, ...subject }, found.id)
        return found
      })
      presence.forget()
      return tag
    },
    /** Throws the refusals of the row's read and change. */
    async detach(scope: Scope, entity: string, row: string, id: string) {
      const { companyId } = scope.actor
      const subject = { entity, id: row }
      const rowName = await assertMayChange(scope.actor, subject)
      await change(scope, { ...subject, rowName }, async (db) => {
        const tag = orNotFound(await repository.findTag(db, { companyId, tagId: id }))
        await repository.detach(db, { companyId, ...subject }, id)
        return tag
      })
      return null
    },
  }
}
