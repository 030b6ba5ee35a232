import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'

/** Tones of the console; empty: none. */
export const dictionaryColors = ['', 'accent', 'good', 'warn', 'danger'] as const
export type DictionaryColor = (typeof dictionaryColors)[number]

/** Code of a group, as a regular expression. */
export const groupPattern = '[a-z][A-Za-z0-9_-]{0,39}'
/** Maximum groups per query. */
export const maxQueriedGroups = 20

/** An item as fields and labels need it. */
const dictionaryOption = z.object({
  code: z.string(),
  name: productText(),
  value: z.string(),
  parent: z.nullable(z.string()),
  color: z.enum(dictionaryColors),
  tags: z.record(z.string(), z.unknown()),
  /** Shown where a row holds it, and offered nowhere. */
  retired: z.optional(z.literal(true)),
})
export type DictionaryOption = z.output<typeof dictionaryOption>

/** What every page needs of dictionaries; apart from the rest, so that pages do not load it. */
export const dictionaryQueryContract = defineContract('sysDicts', {
  query: {
    method: 'GET',
    path: '/api/sys/dicts/query/v1',
    summary: 'Read the items of several groups as they apply in the caller’s company, with retired ones for old rows',
    access: signedInBecause('every page labels codes; items hold nothing confidential'),
    reach: 'manual',
    whileActing: 'guest',
    etag: true,
    query: z.object({
      /** Codes of groups, separated by commas. */
      groups: z.string('请指定分组').check(
        z.maxLength(1000),
        z.regex(new RegExp(`^${groupPattern}(,${groupPattern}){0,${maxQueriedGroups - 1}}$`), {
          error: () => t('请指定 1 到 {maxQueriedGroups} 个分组', { maxQueriedGroups }),
        }),
      ),
      /** 1: not from the node’s cache, after an event. */
      fresh: z.optional(z.literal('1')),
    }),
    reply: z.record(z.string(), z.array(dictionaryOption)),
  },
})
