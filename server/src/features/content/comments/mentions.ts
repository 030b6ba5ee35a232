import { commentsErrors } from '@atrium/contract/features/content/comments/comments.errors.ts'
import { mentionsIn } from '@atrium/contract/features/content/comments/mentions.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, refusalAt } from '../../../kernel/scope.ts'
import type { Subjects } from '../../../kernel/subjects.ts'
import { findInvisibleUsers } from '../../access/row-scopes/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { commentsRepository as repository } from './comments.repository.ts'

type Named = { id: string; name: string }
/** Someone who may see the row, and its name as they read it. */
type Reached = { account: string; title: string }
type Ports = { database: Database; subjects: Subjects; findCaller: FindCaller; messages: Messages }

/** Reminds those who are mentioned in a comment. */
export const createMentions = ({ database, subjects, findCaller, messages }: Ports) => {
  /** What the person reads of the row now; undefined if they may not see it, or not sign in. */
  const reach = async (companyId: string, userId: string, subject: Subject): Promise<Reached | undefined> => {
    const person = await findCaller(companyId, { companyId, userId, sessionId: null })
    if ('refusal' in person) return undefined
    const row = await subjects.find(person, subject)
    return row && { account: person.account, title: row.name }
  }

  return {
    /**
     * Asks who of those that a text mentions may see the row; those that a former text mentions, and the author, are
     * left out.
     *
     * @throws `noSuchPerson` for people that the author may not see
     */
    async judge(actor: Actor, subject: Subject, text: string, former = '') {
      const { companyId } = actor
      const known = mentionsIn(former)
      const ids = mentionsIn(text).filter((id) => !known.includes(id) && id !== actor.userId)
      const people = await database.read({ reach: 'company', companyId }, async (db): Promise<Named[]> => {
        const found = await repository.people(db, ids)
        const invisible = await findInvisibleUsers(db, actor, ids)
        if (found.length < ids.length || invisible.length > 0) throw refusalAt(commentsErrors.noSuchPerson, 'text')
        return found
      })
      const reached: Reached[] = []
      const unreached: Named[] = []
      for (const person of people) {
        const found = await reach(companyId, person.id, subject)
        if (found) reached.push(found)
        else unreached.push(person)
      }
      return { reached, unreached }
    },

    /** Reminds them by mail, in the transaction of the comment. */
    remind: (db: Db, { companyId, companyName: company, name }: Actor, reached: readonly Reached[]) =>
      messages.enqueueAll(
        db,
        reached.map(({ account, title }) => ({
          companyId,
          channel: 'mail' as const,
          template: 'mentioned' as const,
          to: { account },
          values: { name, title, company },
        })),
      ),
    wake: messages.wake,
  }
}
