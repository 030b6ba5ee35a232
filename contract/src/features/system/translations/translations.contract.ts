import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { languageTag } from '../../../kernel/language-tag.ts'
import { listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { isVisibleText } from '../../../kernel/visible-text.ts'

/** What texts belong to: sentences of the product, and names that administrators give. */
export const textKinds = [
  'product',
  'menus',
  'modules',
  'elements',
  'dictionaries',
  'parameters',
  'plans',
  'roles',
  'templates',
  'excels',
  'apis',
] as const
export type TextKind = (typeof textKinds)[number]
export const textStates = ['missing', 'changed', 'unused'] as const

export const maxTextLength = 4000
export const maxTextsFileBytes = 8 * 1024 * 1024
export const maxImportedTexts = 10_000

const source = z.string().check(z.minLength(1), z.maxLength(2400))
/** How often the text was written; 0 if it never was. */
const textVersion = z.int().check(z.gte(0))
const translated = z
  .string('请输入译文')
  .check(
    z.minLength(1, '请输入译文'),
    z.maxLength(maxTextLength, { error: () => t('最多 {max} 个字符', { max: maxTextLength }) }),
    z.refine(isVisibleText, '不能包含不可见字符'),
  )

/** A language with how much of it is translated. */
export const languageRow = z.object({
  tag: z.string(),
  /** In itself: 中文, English, Français. */
  name: z.string(),
  /** Whether people can choose it. */
  offered: z.boolean(),
  /** Texts of the product and those that it translates; none for a company. */
  product: z.object({ texts: z.int(), translated: z.int() }),
  /** Names that administrators gave, and those with a translation. */
  content: z.object({ texts: z.int(), translated: z.int() }),
  /** Texts that were written here. */
  written: z.int(),
  version: z.int(),
})
export type LanguageRow = z.output<typeof languageRow>

export const textRow = z.object({
  /** The text as catalogues have it: with its meaning behind an @ if it has several. */
  id: z.string(),
  /** As it stands in the code, or as it was named. */
  source: z.string(),
  /** Which of its meanings; empty for the usual one. */
  meaning: z.string(),
  kinds: z.array(z.enum(textKinds)),
  /** As the product says it in the language; empty: not at all. */
  shipped: z.string(),
  /** As it was written here; null: not. */
  text: z.nullable(z.string()),
  /** Names of the values that the text has to hold. */
  values: z.array(z.string()),
  /** Neither the product nor a name says it any more. */
  unused: z.boolean(),
  updateTime: z.nullable(moment),
  updateBy: z.nullable(person),
  version: z.int(),
})
export type TextRow = z.output<typeof textRow>

/** Without a language it is the caller's, and for readers of the source the first other one. */
const textsQuery = listQuery({
  sortable: [],
  filters: { language: languageTag, kind: z.enum(textKinds), state: z.enum(textStates) },
})

const problem = z.object({ line: z.int(), source: z.string(), msg: z.string() })
/** What a file changes: how many texts, and the first of those that are changed or wrong. */
export const textsImpact = z.object({
  /** SHA-256 of the file. */
  edition: z.string(),
  counts: z.object({ added: z.int(), changed: z.int(), same: z.int(), unknown: z.int(), faulty: z.int() }),
  changes: z.array(z.object({ source: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(problem),
})
export type TextsImpact = z.output<typeof textsImpact>

const textPath = '/api/sys/texts'
const languagesPath = `${textPath}/languages/v1`

export const translationsContract = defineContract('sysTexts', {
  list: {
    method: 'GET',
    path: `${textPath}/v1`,
    summary:
      'List texts in a language: of the product for the platform, names for all; a search also finds a sentence with its values',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: textsQuery,
    reply: listSchema(textRow),
  },
  languages: {
    method: 'GET',
    path: languagesPath,
    summary: 'List the languages with what is translated in them',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(languageRow),
  },
  name: {
    method: 'GET',
    path: `${textPath}/name/v1`,
    summary: 'Read how a name reads in each language',
    access: permitted('list'),
    reach: 'company',
    query: z.object({
      /** As it is stored, or as the caller sees it. */
      name: source,
    }),
    reply: z.object({
      source: z.string(),
      languages: z.array(
        z.object({
          tag: z.string(),
          name: z.string(),
          shipped: z.string(),
          text: z.nullable(z.string()),
          version: z.int(),
        }),
      ),
    }),
  },
  write: {
    method: 'PUT',
    path: `${textPath}/v1`,
    summary:
      'Write a text in a language: over that of the product as the platform, or of a name of the caller’s company',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'text.changed' },
    quiet: true,
    body: z.object({ language: languageTag, source, text: translated, version: textVersion }),
    reply: nothing,
  },
  reset: {
    method: 'POST',
    path: `${textPath}/reset/v1`,
    summary: 'Remove what was written: the text of the product or the name is shown again',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'text.restored' },
    quiet: true,
    body: z.object({ language: languageTag, source, version: textVersion }),
    reply: nothing,
  },
  exportTexts: {
    method: 'POST',
    path: `${textPath}/export/v1`,
    summary: 'Export the texts of a language as a gettext PO file; a POST because the export is audited',
    access: permitted('export'),
    reach: 'company',
    wire: 'binary',
    namesUsers: 'none',
    audit: { event: 'texts.exported' },
    quiet: true,
    body: z.object({
      language: languageTag,
      /** Only those without a translation. */
      missing: z._default(z.boolean(), false),
      kind: z._default(z.nullable(z.enum(textKinds)), null),
    }),
    reply: binary,
  },
  importTexts: {
    method: 'POST',
    path: `${textPath}/import/:language/v1`,
    summary: 'Write the texts of a gettext PO file; previews what changes, and leaves out what is faulty',
    access: permitted('edit'),
    reach: 'company',
    wire: 'multipart',
    maxBytes: maxTextsFileBytes,
    audit: { event: 'texts.imported' },
    params: z.object({ language: languageTag }),
    impact: textsImpact,
    reply: nothing,
  },
  setLanguage: {
    method: 'PUT',
    path: languagesPath,
    summary: 'Add a language, or choose whether people can have it; platform only',
    access: permitted('languages'),
    reach: 'company',
    audit: { event: 'textLanguage.changed' },
    body: z.object({ tag: languageTag, offered: z.boolean(), version: textVersion }),
    /** The tag as it is written: pt-BR for pt-br. */
    reply: z.object({ tag: z.string() }),
  },
})
