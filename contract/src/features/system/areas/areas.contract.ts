import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { maxSearchLength } from '../../../kernel/fields.ts'
import { listOf, listQuery } from '../../../kernel/listing.ts'

const areaCode = z.string().check(z.regex(/^\d{6}(\d{3}){0,2}$/, '请输入 6-12 位地区代码'))
/** Maximum matches of a search. */
export const maxAreaMatches = 20

export const areaRow = z.object({
  code: z.string(),
  name: z.string(),
  /** The name with those above it: 浙江省 / 杭州市 / 西湖区. */
  fullName: z.string(),
  /** Empty for provinces. */
  parent: z.string(),
  /** 1 province, 2 city, 3 county, 4 town. */
  level: z.int(),
  pinyin: z.string(),
  leaf: z.boolean(),
})
export type AreaRow = z.output<typeof areaRow>

/** What a code stands for, although it may have ended. */
export const areaPath = z.object({
  code: z.string(),
  /** The names from the province to the area, as they were. */
  names: z.array(z.string()),
  /** The code in force: itself, or its successor. */
  today: z.string(),
  todayNames: z.array(z.string()),
  /** Day on which it ended; null while it is in force. */
  until: z.nullable(z.string()),
})
export type AreaPath = z.output<typeof areaPath>

export const endedAreaRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  until: z.string(),
  successor: z.string(),
  successorName: z.string(),
  document: z.string(),
})
export type EndedAreaRow = z.output<typeof endedAreaRow>

const everybody = signedInBecause('public knowledge that every form with an address needs')

export const areasContract = defineContract('sysAreas', {
  list: {
    method: 'GET',
    path: '/api/sys/areas/v1',
    summary: 'List the areas below another, the provinces without one; a search by name, pinyin or initials finds all',
    access: everybody,
    reach: 'nothing',
    whileActing: 'guest',
    query: z.object({
      parent: z._default(z.union([areaCode, z.literal('')]), ''),
      search: z._default(
        z.string().check(z.trim(), z.maxLength(maxSearchLength, `最多 ${maxSearchLength} 个字符`)),
        '',
      ),
    }),
    reply: z.array(areaRow),
  },
  path: {
    method: 'GET',
    path: '/api/sys/areas/:code/path/v1',
    summary: 'Read what a code stands for, in force or ended, and the code it leads to today',
    access: everybody,
    reach: 'nothing',
    whileActing: 'guest',
    params: z.object({ code: areaCode }),
    reply: areaPath,
  },
  ended: {
    method: 'GET',
    path: '/api/sys/areas/ended/v1',
    summary: 'List ended areas with their successors, latest first',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: 'none',
    query: listQuery({ sortable: [] }),
    reply: listOf(endedAreaRow),
  },
})
