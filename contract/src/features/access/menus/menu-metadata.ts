import * as z from 'zod/mini'
import { defaultMessage } from '../../../kernel/default-message.ts'
import { isExternalUrl } from '../../../kernel/fields.ts'
import { listText } from '../../../kernel/list-text.ts'
import { t } from '../../../kernel/texts.ts'

/** `dir` groups, `menu` opens a page of the console, `link` leads elsewhere, `iframe` embeds an external page. */
export const menuKinds = ['dir', 'menu', 'link', 'iframe'] as const
export type MenuKind = (typeof menuKinds)[number]
/** Where a link opens: in a new browser tab, or in place of the console. */
export const openModes = ['tab', 'self'] as const

/** Allowed characters of a menu's own path; excludes anything that could leave the console's address. */
export const pathSegment = /^[A-Za-z0-9/_-]{1,128}$/
/** The path without empty segments. */
export const ownPath = (path: string): string => path.split('/').filter(Boolean).join('/')

const isWellFormedUrl = (url: string) => isExternalUrl(url) && /^\S+$/.test(url)
/** Without credentials, and without characters that could add a source to the content security policy. */
const frameUrl = /^(https:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?)(?:[/?#]\S*)?$/
/** The origin of an embeddable https page; undefined for any other address. */
export const frameOrigin = (url: string): string | undefined => frameUrl.exec(url)?.[1]?.toLowerCase()

const shortText = (max: number) =>
  z.string('请输入文本').check(z.trim(), z.maxLength(max, { error: () => t('最多 {max} 个字符', { max }) }))
const textMatching = (pattern: RegExp, max: number, sentence: string) =>
  shortText(max).check(z.refine((text) => text === '' || pattern.test(text), sentence))
const flag = z.boolean('请填写 true 或 false')
const queryName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const forbiddenNames = new Set(['constructor', 'prototype'])
const query = z.record(z.string(), shortText(200), '请输入 JSON 对象').check(
  z.refine(
    (record) => Object.keys(record).every((name) => queryName.test(name) && !forbiddenNames.has(name)),
    '参数名以字母开头，只能含字母、数字、点、下划线和短横线',
  ),
  z.refine((record) => Object.keys(record).length <= 20, '最多 20 个参数'),
)

/**
 * Metadata of a menu. All fields are optional: by default a page is visible, kept alive and closable. Unknown fields
 * are rejected.
 */
export const menuMetadata = z.strictObject({
  icon: z.optional(textMatching(/^[a-z][a-z0-9-]*$/, 48, '图标名称只能含小写字母、数字和短横线')),
  path: z.optional(textMatching(pathSegment, 128, '路径只能含字母、数字、斜杠、下划线和短横线')),
  component: z.optional(textMatching(pathSegment, 128, '模板只能含字母、数字、斜杠、下划线和短横线')),
  redirect: z.optional(textMatching(/^(noRedirect|\/[A-Za-z0-9/_-]*)$/, 256, '重定向为 noRedirect，或以 / 开头的地址')),
  hidden: z.optional(flag),
  keepAlive: z.optional(flag),
  affix: z.optional(flag),
  activeMenu: z.optional(textMatching(/^\/web\/[A-Za-z0-9/_-]+$/, 256, '高亮菜单是以 /web/ 开头的地址')),
  external: z.optional(
    shortText(1000).check(
      z.refine((url) => url === '' || isWellFormedUrl(url), '外部地址以 http(s)://、mailto: 或 tel: 开头'),
    ),
  ),
  openMode: z.optional(z.enum(openModes, '打开方式为 tab 或 self')),
  query: z.optional(query),
  badge: z.optional(shortText(8)),
  /** The menu's name in other languages, used by search. */
  i18n: z.optional(z.strictObject({ en: z.optional(shortText(50)) }, '请输入 JSON 对象')),
})
export type MenuMetadata = z.output<typeof menuMetadata>

export const maxMetadataLength = 8000

type Problem = { field: keyof MenuMetadata | ''; msg: string }
type ReadResult = { metadata: MenuMetadata; problems?: never } | { metadata?: never; problems: Problem[] }

/** Problems for fields a kind of menu requires. */
const missingFields = (kind: MenuKind, { path = '', component = '', external = '' }: MenuMetadata): Problem[] => {
  const problems: Problem[] = []
  // A group may have no part in the addresses of its pages.
  if (kind !== 'link' && kind !== 'dir' && ownPath(path) === '') problems.push({ field: 'path', msg: t('请输入路径') })
  if (kind === 'menu' && component === '') problems.push({ field: 'component', msg: t('请输入模板') })
  if (kind === 'link' && external === '') problems.push({ field: 'external', msg: t('请输入外部地址') })
  if (kind === 'iframe' && frameOrigin(external) === undefined)
    problems.push({ field: 'external', msg: t('内嵌页面的地址以 https:// 开头') })
  return problems
}
const issueMessage = ({ code, message, ...issue }: z.core.$ZodIssue): string => {
  if (code !== 'unrecognized_keys') return message
  const keys = 'keys' in issue ? (issue.keys as string[]) : []
  return keys.length > 0 ? t('不支持的字段：{keys}', { keys: listText(keys) }) : defaultMessage
}

/**
 * Validates metadata for a kind of menu.
 * @returns the metadata, or every problem with its field
 */
export const validateMetadata = (kind: MenuKind, value: unknown): ReadResult => {
  const parsed = menuMetadata.safeParse(value)
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => ({
        field: String(issue.path[0] ?? '') as Problem['field'],
        msg: issueMessage(issue),
      })),
    }
  const problems = missingFields(kind, parsed.data)
  return problems.length > 0 ? { problems } : { metadata: parsed.data }
}

/** Parses and validates metadata sent as JSON text. */
export const parseMetadata = (kind: MenuKind, text: string): ReadResult => {
  try {
    return validateMetadata(kind, JSON.parse(text))
  } catch {
    return { problems: [{ field: '', msg: t('metadata 不是有效的 JSON') }] }
  }
}
