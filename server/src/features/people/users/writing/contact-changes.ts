import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { type Actor, type AppError, isOneself, refusalAt } from '../../../../kernel/scope.ts'
import { roleAssignments } from '../../../access/authorization/index.ts'
import type { ContactKind } from '../users.repository.ts'
import { type LoginName, userSetsRepository as users } from './user-sets.repository.ts'

type Contacts = { readonly phone: string; readonly email: string }
/** The contacts of a user before and after an edit; empty: none. */
export type ContactEdit = { readonly userId: string; readonly was: Contacts; readonly to: Contacts }
/** A phone or mail address that is no longer a user's; `to` is empty if it has no successor. */
export type FormerContact = {
  readonly userId: string
  readonly kind: ContactKind
  readonly former: string
  readonly to: string
}
/** Tells former contacts that they have been replaced, in the caller's transaction. */
export type NotifyFormerContacts = (db: Db, companyId: string, contacts: readonly FormerContact[]) => Promise<void>

const kinds = [
  { kind: 'phone', field: 'phone' },
  { kind: 'mail', field: 'email' },
] as const
const listChanges = ({ userId, was, to }: ContactEdit) =>
  kinds.flatMap(({ kind, field }) =>
    was[field] === to[field] ? [] : [{ userId, kind, field, former: was[field], name: to[field] }],
  )
const listNames = (names: readonly LoginName[]) => names.filter(({ name }) => name !== '')

/**
 * Plans contacts that others set for users, in whatever way: an account is recovered by its contacts, so that who sets
 * them could take it over.
 * @returns what refuses an edit at its fields, `ownContact`: one's own are changed with the proof that the security
 *   settings ask for, and `contactByApplication`: no one stands behind an application's call who could prove more than
 *   its token; the login names that an edit takes and frees; and how to apply edits, after which former contacts are
 *   notified and proofs of the users end.
 */
export const planContacts = async (db: Db, actor: Actor, edits: readonly ContactEdit[]) => {
  const { companyId, onBehalfOf } = actor
  const changed = edits.filter((edit) => listChanges(edit).length > 0)
  const isByApplication = onBehalfOf !== undefined && changed.length > 0
  const admins = new Set(
    isByApplication ? (await roleAssignments.companyAdmins(db, companyId)).map(({ id }) => id) : [],
  )
  const refusalFor = (userId: string) => {
    if (onBehalfOf !== undefined)
      return userId === onBehalfOf || admins.has(userId) ? usersErrors.contactByApplication : undefined
    return isOneself(actor, userId) ? usersErrors.ownContact : undefined
  }
  return {
    judge(edit: ContactEdit): AppError[] {
      const refusal = refusalFor(edit.userId)
      return refusal ? listChanges(edit).map(({ field }) => refusalAt(refusal, field)) : []
    },
    listNames: (edit: ContactEdit) => ({
      wanted: listNames(listChanges(edit)),
      freed: listNames(listChanges(edit).map(({ kind, former }) => ({ kind, name: former }))),
    }),
    /** Returns the users who can be reached by a new contact. Takes those that nothing refuses. */
    async apply(accepted: readonly ContactEdit[], notify: NotifyFormerContacts): Promise<string[]> {
      const changes = accepted.flatMap(listChanges)
      await users.bindContacts(db, companyId, changes)
      const former = changes.filter((change) => change.former !== '')
      await notify(
        db,
        companyId,
        former.map(({ userId, kind, former, name }) => ({ userId, kind, former, to: name })),
      )
      return changes.flatMap(({ userId, name }) => (name === '' ? [] : userId))
    },
  }
}
