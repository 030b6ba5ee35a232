import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { type AppError, refusalAt } from '../../../../kernel/scope.ts'
import type { Owner } from '../users.repository.ts'
import { type LoginName, nameKey, userSetsRepository as users } from './user-sets.repository.ts'

/** Login names that other changes of the same work have taken, and by which, and freed; by `nameKey`. */
export type NameClaims = { readonly taken: Map<string, string>; readonly freed: Set<string> }
export const noClaims = (): NameClaims => ({ taken: new Map(), freed: new Set() })

type NameChange = {
  readonly userId: string
  /** The change, however often it is asked about. */
  readonly claimant: string
  readonly wanted: readonly LoginName[]
  readonly freed: readonly LoginName[]
  /** Refused for something else: it takes and frees nothing. */
  readonly isRefused: boolean
}
const errors = {
  account: { spec: usersErrors.accountTaken, field: 'account' },
  phone: { spec: usersErrors.phoneTaken, field: 'phone' },
  mail: { spec: usersErrors.emailTaken, field: 'email' },
} as const

/**
 * Reads who uses these login names. Needs platform reach.
 * @returns which of those that a user is to have are taken across the platform, `accountTaken`, `phoneTaken` and
 *   `emailTaken` at their fields, asked in the order of the rows: what is free counts as taken from then on.
 */
export const createNameValidator = async (
  db: Db,
  companyId: string,
  names: readonly LoginName[],
  claims: NameClaims,
) => {
  const stored = await users.ownersOfNames(db, names)
  const isOther = (owner: Owner | undefined, userId: string) =>
    owner !== undefined && (owner.companyId !== companyId || owner.userId !== userId)
  const isTaken = ({ kind, name }: LoginName, { userId, claimant }: NameChange) => {
    const key = nameKey(kind, name)
    const claimed = claims.taken.get(key)
    if (claimed !== undefined) return claimed !== claimant
    return isOther(stored.get(key), userId) && !claims.freed.has(key)
  }
  return (change: NameChange): AppError[] => {
    const { claimant, wanted, freed, isRefused } = change
    const taken = wanted.filter((name) => isTaken(name, change))
    if (taken.length === 0 && !isRefused) {
      for (const { kind, name } of freed) {
        claims.taken.delete(nameKey(kind, name))
        claims.freed.add(nameKey(kind, name))
      }
      for (const { kind, name } of wanted) claims.taken.set(nameKey(kind, name), claimant)
    }
    return taken.map(({ kind }) => refusalAt(errors[kind].spec, errors[kind].field))
  }
}
