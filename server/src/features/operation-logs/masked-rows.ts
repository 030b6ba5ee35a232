import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import type { UserField } from '@atrium/contract/features/users/user-fields.ts'
import { type FieldEffect, isKeptBack, type Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { type Mask, type Tellers, toldAs } from '../../kernel/restrictions.ts'
import { userMasks } from '../users/index.ts'

/** What the log calls the fields of users. */
const logged: Readonly<Record<string, UserField>> = {
  phone: 'phone',
  email: 'email',
  mail: 'email',
  idCard: 'idCard',
  remark: 'remark',
}
type Kept = { effect: FieldEffect | undefined; mask: Mask }

/** A row of the log to whoever is not told some fields of those whom it is about. In: the row, and what is kept from him. */
export const toldRow = (row: OperationLogRow, kept: Restrictions): OperationLogRow => {
  if (row.entity !== 'user') return row
  const keptAt = (key: string): Kept | undefined => {
    const name = Object.hasOwn(logged, key) ? logged[key] : undefined
    return name && { effect: kept[`users.${name}`], mask: userMasks[name] }
  }
  const isHidden = (key: string) => keptAt(key)?.effect === 'hide'
  const told = (key: string, value: unknown): unknown => {
    const found = keptAt(key)
    if (found && typeof value === 'string') return toldAs(value, found.effect, found.mask)
    return isKeptBack(found?.effect) ? '' : within(value)
  }
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    const left = Object.entries(value).filter(([key]) => !isHidden(key))
    return Object.fromEntries(left.map(([key, each]) => [key, told(key, each)]))
  }
  const diff = row.diff
    .filter(({ field }) => !isHidden(field))
    .map(({ from, to, ...change }) => ({
      ...change,
      ...(from !== undefined && { from: told(change.field, from) }),
      ...(to !== undefined && { to: told(change.field, to) }),
    }))
  return { ...row, before: within(row.before), after: within(row.after), diff }
}

/** How answers tell rows of the log. */
export const logTellers: Tellers = { 'log.row': (row, kept) => toldRow(row as OperationLogRow, kept) }
