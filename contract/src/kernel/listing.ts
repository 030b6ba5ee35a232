import * as z from 'zod/mini'
import { maxSearchLength } from './fields.ts'
import { productText } from './product-text.ts'
import { t } from './texts.ts'

export const pageSizes = [10, 20, 30, 50] as const
const maxSize = 100
/** Deepest page offset. Deeper pages are refused; totals are exact up to here and capped beyond. */
export const maxDepth = 10_000

const dateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const isDateTime = (text: string) =>
  dateTime.test(text) && new Date(`${text.replace(' ', 'T')}Z`).toJSON()?.slice(0, 10) === text.slice(0, 10)

const integer = z.int()
const coercedNumber = z.coerce.number()

/** Name of the sortable column that stands for all custom fields of a list: `custom.<key>`. */
export const customSort = 'custom.*'
/** Whether a name of a sortable column, or of a column of sheets, is that of a custom field. */
export const isCustomSort = (name: string): boolean => /^custom\.(c_)?[a-z][a-zA-Z0-9]{0,29}$/.test(name)
const isSortable = (sortable: readonly string[], name: string) =>
  name !== customSort && sortable.includes(isCustomSort(name) ? customSort : name)

/**
 * Query schema of a list: `page`, `size`, `search`, `sort` and the filters.
 * @param of - `sortable`: names of sortable columns; `sort` is `name` or `-name`, comma-separated. `filters`: schemas
 * by name, sent as `f.<name>`. `customSort` among the sortable names: its custom fields
 */
export const listQuery = <
  const S extends readonly string[],
  const F extends Record<string, z.ZodMiniType> = Record<never, never>,
>(of: {
  sortable: S
  filters?: F
}) =>
  z.object({
    page: z._default(z.pipe(coercedNumber, integer.check(z.gte(1), z.lte(maxDepth))), 1),
    size: z._default(z.pipe(coercedNumber, integer.check(z.gte(1), z.lte(maxSize))), 10),
    search: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(maxSearchLength, { error: () => t('最多 {maxSearchLength} 个字符', { maxSearchLength }) }),
        ),
      '',
    ),
    sort: z._default(
      z.string().check(
        z.maxLength(200),
        z.refine(
          (sort) => sort === '' || sort.split(',').every((word) => isSortable(of.sortable, word.replace(/^-/, ''))),
          '不支持按此列排序',
        ),
      ),
      '',
    ),
    ...filterShape(of.filters),
  })

const cursor = z.optional(z.pipe(coercedNumber, integer.check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))))

/**
 * Query schema of an append-only list of any length, paged by the rows' `seq` instead of offsets. `after` returns older
 * rows, `before` newer ones.
 */
export const keysetQuery = <F extends Record<string, z.ZodMiniType>>(of: { filters: F }) => {
  const { size, search } = listQuery({ sortable: [] }).shape
  return z.object({ size, search, after: cursor, before: cursor, ...filterShape(of.filters) })
}

type FilterShape<F extends Record<string, z.ZodMiniType>> = {
  [K in keyof F & string as `f.${K}`]: z.ZodMiniOptional<F[K]>
}
const filterShape = <F extends Record<string, z.ZodMiniType>>(filters?: F) =>
  Object.fromEntries(
    Object.entries(filters ?? {}).map(([name, schema]) => [`f.${name}`, z.optional(schema)]),
  ) as FilterShape<F>

/** Time range filter: `yyyy-MM-dd HH:mm:ss~yyyy-MM-dd HH:mm:ss` in the time zone of the header `X-Time-Zone`. */
export const timeRange = z.string().check(
  z.refine((range) => {
    const [from = '', to = '', ...rest] = range.split('~')
    return rest.length === 0 && [from, to].every(isDateTime)
  }, '时间范围格式不正确'),
)

/** A day as a filter: `yyyy-MM-dd` in the time zone of the header `X-Time-Zone`. */
export const day = z.string().check(z.refine((text) => isDateTime(`${text} 00:00:00`), '日期格式不正确'))

export type ListQuery = { page: number; size: number; search: string; sort: string }

/** A page of rows. `more`: `total` is capped. */
export const listSchema = <R extends z.ZodMiniType>(row: R) =>
  z.object({ data: z.array(row), total: z.int(), more: z.optional(z.boolean()) })

export const id = z.uuid('编号格式不正确')
export const idParams = z.object({ id })
export const created = z.object({ id: z.string() })
export const nothing = z.null()

/** A timestamp on the wire: ISO 8601, UTC. */
export const moment = z.string()
/** The user who acted, with their name at that time. */
export const person = z.object({ id: z.string(), name: productText(({ id }) => id === '') })
/** Fields of every stored row. */
export const rowBase = {
  id: z.string(),
  createTime: moment,
  createBy: person,
  updateTime: moment,
  updateBy: person,
  version: z.int(),
} as const
/** Version of the row being edited; an outdated one is refused with 409. */
export const version = z.int().check(z.gte(1))

/** A word that a company puts on its rows. */
export const tag = z.object({ id: z.string(), name: z.string() })
export type Tag = z.output<typeof tag>
/** The property `tags` of rows of a list: the server fills it beside the handler. */
export const rowTags = z.optional(z.array(tag))
/** The filter `tags` of a list: the id of a tag that its rows have. */
export const tagFilter = z.uuid('编号格式不正确')
/** What lists and exports call the tags of a row. */
export const tagsField = 'tags'
