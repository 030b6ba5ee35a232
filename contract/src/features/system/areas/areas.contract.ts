import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { maxSearchLength } from '../../../kernel/fields.ts'
import { listQuery, listSchema, nothing } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { areaSheet } from './areas.sheet.ts'

const areaCode = z.string().check(z.regex(/^\d{6}(\d{3}){0,2}$/, '请输入 6、9 或 12 位区划代码'))
const searchText = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxSearchLength, { error: () => t('最多 {maxSearchLength} 个字符', { maxSearchLength }) }),
    ),
  '',
)
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

/** A signed file of areas: all of them, packed. */
export const maxAreasFileBytes = 8 * 1024 * 1024
export const areaChangeKinds = ['added', 'ended', 'renamed', 'changed'] as const
/** What a file of areas changes: how much of each kind, and the first of each. */
export const areaChanges = z.object({
  /** SHA-256 of the file, which is its edition. */
  edition: z.string(),
  counts: z.object({ added: z.int(), ended: z.int(), renamed: z.int(), changed: z.int() }),
  first: z.array(z.object({ kind: z.enum(areaChangeKinds), code: z.string(), name: z.string(), before: z.string() })),
})
export type AreaChanges = z.output<typeof areaChanges>

const areasFilter = z.object({
  /** A part of the name or the code. */
  search: searchText,
  /** Those that have ended instead of those in force. */
  'f.ended': z.optional(z.literal('1')),
})
export type AreasFilter = z.output<typeof areasFilter>

const everybody = signedInBecause('public knowledge that every form with an address needs')

export const areasContract = defineContract('sysAreas', {
  list: {
    method: 'GET',
    path: '/api/sys/areas/v1',
    summary: 'List the areas below another, the provinces without one; a search by name, pinyin or initials finds all',
    access: everybody,
    reach: 'manual',
    whileActing: 'guest',
    query: z.object({
      parent: z._default(z.union([areaCode, z.literal('')]), ''),
      search: searchText,
    }),
    reply: z.array(areaRow),
  },
  path: {
    method: 'GET',
    path: '/api/sys/areas/:code/path/v1',
    summary: 'Read what a code stands for, in force or ended, and the code it leads to today',
    access: everybody,
    reach: 'manual',
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
    namesUsers: 'none',
    query: listQuery({ sortable: [] }),
    reply: listSchema(endedAreaRow),
  },
  exportAreas: exportEndpoint({
    noun: 'areas',
    path: '/api/sys/areas/export/v1',
    event: 'areas.exported',
    namesUsers: 'none',
    filter: areasFilter,
    sheet: areaSheet,
  }),
  update: {
    method: 'POST',
    path: '/api/sys/areas/update/v1',
    summary: 'Replace all areas by those of a signed file; previews what changes; platform only',
    access: permitted('update'),
    // Comparing tens of thousands of areas takes longer than a connection should be held.
    reach: 'manual',
    whileActing: 'never',
    wire: 'multipart',
    maxBytes: maxAreasFileBytes,
    audit: { event: 'areas.updated' },
    impact: areaChanges,
    reply: nothing,
  },
})
export type AreasExport = InputOf<typeof areasContract.exportAreas>['body']
