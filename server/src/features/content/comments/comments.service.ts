import {
  type Comment,
  type CommentWrite,
  commentsChanged,
  type commentsContract,
} from '@atrium/contract/features/content/comments/comments.contract.ts'
import { commentsErrors } from '@atrium/contract/features/content/comments/comments.errors.ts'
import { mentionsIn } from '@atrium/contract/features/content/comments/mentions.ts'
import type { InputOf, SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { publish } from '../../../kernel/events/publish.ts'
import { newId } from '../../../kernel/ids.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, AppError, type DetachedScope, refusalAt } from '../../../kernel/scope.ts'
import type { Subjects } from '../../../kernel/subjects.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { Uploads } from '../uploads/index.ts'
import { commentsRepository as repository, type StoredComment } from './comments.repository.ts'
import { createMentions } from './mentions.ts'

type Scope = DetachedScope<Actor>
type ListQuery = InputOf<typeof commentsContract.list>['query']
type Update = InputOf<typeof commentsContract.update>['body']
export type CommentPorts = {
  database: Database
  subjects: Subjects
  findCaller: FindCaller
  messages: Messages
  uploads: Pick<Uploads, 'upload' | 'findSent' | 'send'>
}

const isOwn = ({ userId }: Actor, { writtenBy }: Pick<StoredComment, 'writtenBy'>) => writtenBy.id === userId
const tellConsoles = (db: Db, companyId: string, id: string) =>
  publish(db, commentsChanged, { company: companyId }, { id })
/** What the log says of a comment: no text. */
const audited = ({ entity, id }: { entity: string; id: string }, text: string) => ({
  entity,
  entityRow: id,
  mentions: mentionsIn(text),
})

/** Comments beside rows: those who may read the row may read them, as the row's own read decides. */
export const createComments = ({ database, subjects, uploads, ...ports }: CommentPorts) => {
  const mentions = createMentions({ database, subjects, ...ports })
  const readOwn = <T>({ companyId }: Actor, work: (db: Db) => Promise<T>) =>
    database.read({ reach: 'company', companyId }, work)

  /** A comment that is not removed, beside a row that the caller may see. */
  const find = async (actor: Actor, id: string) => {
    const { companyId } = actor
    const stored = orNotFound(await readOwn(actor, (db) => repository.find(db, { companyId, id })))
    const { name } = await subjects.read(actor, stored)
    if (stored.isRemoved) throw new AppError(commentsErrors.gone)
    return { stored, name }
  }
  const findOwn = async (actor: Actor, id: string) => {
    const found = await find(actor, id)
    if (!isOwn(actor, found.stored)) throw new AppError(commentsErrors.ofOthers)
    return found
  }
  /** A change of a comment that is as it was found. */
  const change = (
    scope: Scope,
    { stored, name }: { stored: StoredComment; name: string },
    work: (db: Db) => Promise<unknown>,
  ) =>
    scope.commit(async (db) => {
      const key = { companyId: scope.actor.companyId, id: stored.commentId }
      await repository.lock(db, key)
      const { isRemoved, version } = orNotFound(await repository.find(db, key))
      if (isRemoved) throw new AppError(commentsErrors.gone)
      if (version !== stored.version) throw new AppError(kernelErrors.versionConflict)
      await work(db)
      await tellConsoles(db, key.companyId, stored.id)
      scope.note({ entityId: key.id, entityName: name })
    })
  const erase = async (scope: Scope, found: Awaited<ReturnType<typeof find>>) => {
    const key = { companyId: scope.actor.companyId, id: found.stored.commentId }
    scope.note({ before: audited(found.stored, found.stored.text) })
    await change(scope, found, (db) => repository.remove(db, key, toAuthor(scope)))
    return null
  }

  return {
    async list({ actor }: Scope, { entity, id, ...query }: ListQuery) {
      assertPageDepth(query)
      await subjects.read(actor, { entity, id })
      return readOwn(actor, async (db) => {
        const { data, ...total } = await repository.list(db, actor.companyId, { entity, id }, query)
        if (data.length === 0) return { data: [], ...total }
        const ids = data.map((row) => row.id)
        const people = await repository.people(db, [...new Set(data.flatMap(({ text }) => mentionsIn(text)))])
        const files = await repository.files(db, actor.companyId, ids)
        const shown = data.map(({ writtenBy, ...row }): Comment => {
          const mentioned = mentionsIn(row.text)
          return {
            ...row,
            own: isOwn(actor, { writtenBy }),
            people: people.filter((person) => mentioned.includes(person.id)),
            files: files.get(row.id) ?? [],
          }
        })
        return { data: shown, ...total }
      })
    },

    /** Throws the refusals of the row's read, `noSuchPerson` and `foreignFile`. */
    async add(scope: Scope, { text, fileIds, ...subject }: CommentWrite) {
      const { actor } = scope
      const { companyId, userId } = actor
      const { name } = await subjects.read(actor, subject)
      const { reached, unreached } = await mentions.judge(actor, subject, text)
      const id = newId()
      await scope.commit(async (db) => {
        const row = { companyId, id, entity: subject.entity, entityId: subject.id, text }
        await repository.insert(db, { ...row, authorId: actor.acting ? null : userId, by: toAuthor(scope) })
        const added = await repository.addFiles(db, row, fileIds, userId)
        if (added < fileIds.length) throw refusalAt(commentsErrors.foreignFile, 'fileIds')
        await mentions.remind(db, actor, reached)
        await tellConsoles(db, companyId, subject.id)
        scope.note({ entityId: id, entityName: name, after: { ...audited(subject, text), files: fileIds } })
      })
      mentions.wake()
      return { id, unreached }
    },

    async attach(scope: Scope, _body: object, file: SpooledFile) {
      const commit: Scope['commit'] = (work) =>
        scope.commit(async (db) => {
          const added = await work(db)
          await repository.guard(db, { companyId: scope.actor.companyId, id: String(added) })
          return added
        })
      const { id } = await uploads.upload({ ...scope, commit }, { biz: 'doc', public: '0' }, file)
      return { id }
    },

    /** Throws as `add` does, and `ofOthers`, `gone` and `versionConflict`. */
    async update(scope: Scope, id: string, { text, version }: Update) {
      const { actor } = scope
      const found = await findOwn(actor, id)
      if (found.stored.version !== version) throw new AppError(kernelErrors.versionConflict)
      const { reached, unreached } = await mentions.judge(actor, found.stored, text, found.stored.text)
      scope.note({ before: audited(found.stored, found.stored.text), after: audited(found.stored, text) })
      await change(scope, found, async (db) => {
        await repository.update(db, { companyId: actor.companyId, id }, text)
        await mentions.remind(db, actor, reached)
      })
      mentions.wake()
      return { unreached }
    },

    withdraw: async (scope: Scope, id: string) => erase(scope, await findOwn(scope.actor, id)),
    remove: async (scope: Scope, id: string) => erase(scope, await find(scope.actor, id)),

    async download({ actor, origin }: Scope, id: string, fileId: string) {
      const { companyId } = actor
      await find(actor, id)
      const file = await readOwn(actor, async (db) => {
        if (!(await repository.hasFile(db, { companyId, id }, fileId))) throw new AppError(kernelErrors.notFound)
        return uploads.findSent(db, { companyId, id: fileId })
      })
      return () => uploads.send(origin, file)
    },
  }
}
