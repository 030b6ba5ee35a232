import type { UserField } from '@atrium/contract/features/access/registry/user-fields.ts'
import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { type FieldEffect, isHiddenOrMasked, type Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { maskedText } from '../../../kernel/masked.ts'
import { applyMask, type FieldMasks, type Mask } from '../../../kernel/restrictions.ts'
import { maskByUserField } from '../../people/users/index.ts'

/** User fields by the names the log uses. */
const loggedUserFields: Readonly<Record<string, UserField>> = {
  phone: 'phone',
  email: 'email',
  mail: 'email',
  idCard: 'idCard',
  remark: 'remark',
}
/** Whether a logged field is one that restrictions may withhold: of users, or a custom one. */
export const isPersonal = (entity: string, field: string): boolean =>
  field.startsWith('custom.') || (entity === 'user' && Object.hasOwn(loggedUserFields, field))

type FieldRestriction = { effect: FieldEffect | undefined; mask: Mask }

/** Masks the fields of a log row that are restricted for the reader: those of users, and custom ones. */
export const maskLogRow = (row: OperationLogRow, restrictions: Restrictions): OperationLogRow => {
  if (row.entity !== 'user' && !Object.keys(restrictions).some((name) => name.startsWith(`custom.${row.entity}.`)))
    return row
  const findRestriction = (key: string): FieldRestriction | undefined => {
    if (key.startsWith('custom.'))
      return {
        effect: restrictions[`custom.${row.entity}.${key.slice('custom.'.length)}`],
        mask: maskedText,
      }
    if (row.entity !== 'user') return undefined
    const name = Object.hasOwn(loggedUserFields, key) ? loggedUserFields[key] : undefined
    return name && { effect: restrictions[`users.${name}`], mask: maskByUserField[name] }
  }
  const isHidden = (key: string) => findRestriction(key)?.effect === 'hide'
  const maskValue = (key: string, value: unknown): unknown => {
    const found = findRestriction(key)
    if (found && (typeof value === 'string' || typeof value === 'number'))
      return isHiddenOrMasked(found.effect) ? applyMask(String(value), found.effect, found.mask) : value
    return isHiddenOrMasked(found?.effect) ? '' : maskWithin(value)
  }
  const maskWithin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(maskWithin)
    if (typeof value !== 'object' || value === null) return value
    const shown = Object.entries(value).filter(([key]) => !isHidden(key))
    return Object.fromEntries(shown.map(([key, each]) => [key, maskValue(key, each)]))
  }
  const diff = row.diff
    .filter(({ field }) => !isHidden(field))
    .map(({ from, to, ...change }) => ({
      ...change,
      ...(from !== undefined && { from: maskValue(change.field, from) }),
      ...(to !== undefined && { to: maskValue(change.field, to) }),
    }))
  return { ...row, before: maskWithin(row.before), after: maskWithin(row.after), diff }
}

/** Reply masks of log rows. */
export const logMasks: FieldMasks = {
  'log.row': (row, restrictions) => maskLogRow(row as OperationLogRow, restrictions),
}
