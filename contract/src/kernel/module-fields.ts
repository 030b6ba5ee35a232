import * as z from 'zod/mini'
import { messages, numeric } from './fields.ts'
import { id } from './listing.ts'

// What only contracts of modules are made of. The sign-in page loads all that is used of `fields.ts` and `listing.ts`,
// by any page: here, an installation with modules adds nothing to it.

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toJSON()?.slice(0, 10) === day
/** A day of the calendar, `yyyy-MM-dd`, in no time zone. */
export const calendarDay = (required: string = messages.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.refine(isDay, '日期不存在或格式不正确'))

/** An amount of money, as a decimal text: a JSON number is a binary fraction, and not exact. */
export const money = numeric(/^-?\d{1,13}(\.\d{1,2})?$/, messages.decimal2)

/** The id of a row that another one names; null: none. */
export const reference = z._default(z.nullable(id), null)

/** A row that another one names, as the caller may see it; null: none, or one beyond their row scope. */
export const named = z.nullable(z.object({ id: z.string(), name: z.string() }))

/** The bound of such an id in a body, where the row is one of the module. */
export const ofCompany = { unbound: 'rows of the company that all of its callers see' } as const

/** Optional field: null, or valid by the schema. */
export const orNull = <S extends z.ZodMiniType>(field: S) => z._default(z.nullable(field), null)

/** Days as a filter, both included: `yyyy-MM-dd~yyyy-MM-dd`. */
export const dayRange = z.string().check(
  z.refine((range) => {
    const days = range.split('~')
    return days.length === 2 && days.every(isDay)
  }, '时间范围格式不正确'),
)
