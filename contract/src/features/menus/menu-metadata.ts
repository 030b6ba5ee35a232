import * as z from 'zod/mini'
import { defaultSentence } from '../../kernel/default-sentence.ts'
import { isExternalUrl } from '../../kernel/fields.ts'

/** `dir` groups, `menu` opens a page of the console, `link` leads elsewhere, `iframe` shows a foreign page inside. */
export const menuKinds = ['dir', 'menu', 'link', 'iframe'] as const
export type MenuKind = (typeof menuKinds)[number]
/** Where a link opens: in a new tab of the browser, or in place of the console. */
export const openModes = ['tab', 'self'] as const

/** What a menu's own path may hold (threat T25). */
export const pathSegment = /^[A-Za-z0-9/_-]{1,128}$/
/** Its parts between slashes, without empty ones. */
export const ownPath = (path: string): string => path.split('/').filter(Boolean).join('/')

const wellFormedUrl = (url: string) => isExternalUrl(url) && /^\S+$/.test(url)
/** No name and password in it, and nothing a security policy would read as two words. */
const framed = /^(https:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?)(?:[/?#]\S*)?$/
/** The origin of a page that may be shown inside the console: over https; undefined for any other address. */
export const frameOrigin = (url: string): string | undefined => framed.exec(url)?.[1]?.toLowerCase()

const words = (max: number) => z.string('请输入文本').check(z.trim(), z.maxLength(max, `最多 ${max} 个字符`))
const matching = (pattern: RegExp, max: number, sentence: string) =>
  words(max).check(z.refine((text) => text === '' || pattern.test(text), sentence))
const flag = z.boolean('请填写 true 或 false')
const queryName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const forbiddenNames = new Set(['constructor', 'prototype'])
const query = z.record(z.string(), words(200), '请输入 JSON 对象').check(
  z.refine(
    (record) => Object.keys(record).every((name) => queryName.test(name) && !forbiddenNames.has(name)),
    '参数名以字母开头，只能含字母、数字、点、下划线和短横线',
  ),
  z.refine((record) => Object.keys(record).length <= 20, '最多 20 个参数'),
)

/**
 * What a menu's metadata may say (spec §3, wire §7). Everything may be left out: a page is then shown, kept alive and
 * closable. Anything it does not know is refused.
 */
export const menuMetadata = z.strictObject({
  icon: z.optional(matching(/^[a-z][a-z0-9-]*$/, 48, '图标名称只能含小写字母、数字和短横线')),
  path: z.optional(matching(pathSegment, 128, '路径只能含字母、数字、斜杠、下划线和短横线')),
  component: z.optional(matching(pathSegment, 128, '模板只能含字母、数字、斜杠、下划线和短横线')),
  redirect: z.optional(matching(/^(noRedirect|\/[A-Za-z0-9/_-]*)$/, 256, '重定向为 noRedirect，或以 / 开头的地址')),
  hidden: z.optional(flag),
  keepAlive: z.optional(flag),
  affix: z.optional(flag),
  activeMenu: z.optional(matching(/^\/web\/[A-Za-z0-9/_-]+$/, 256, '高亮菜单是以 /web/ 开头的地址')),
  external: z.optional(
    words(1000).check(
      z.refine((url) => url === '' || wellFormedUrl(url), '外部地址以 http(s)://、mailto: 或 tel: 开头'),
    ),
  ),
  openMode: z.optional(z.enum(openModes, '打开方式为 tab 或 self')),
  query: z.optional(query),
  badge: z.optional(words(8)),
  /** The menu's name in other languages, for whoever searches in them. */
  i18n: z.optional(z.strictObject({ en: z.optional(words(50)) }, '请输入 JSON 对象')),
})
export type MenuMetadata = z.output<typeof menuMetadata>

export const maxMetadata = 8000

type Problem = { field: keyof MenuMetadata | ''; msg: string }
type Read = { metadata: MenuMetadata; problems?: never } | { metadata?: never; problems: Problem[] }

/** What a kind of menu cannot do without, as sentences for its fields. */
const missing = (kind: MenuKind, { path = '', component = '', external = '' }: MenuMetadata): Problem[] => {
  const problems: Problem[] = []
  if (kind !== 'link' && ownPath(path) === '') problems.push({ field: 'path', msg: '请输入路径' })
  if (kind === 'menu' && component === '') problems.push({ field: 'component', msg: '请输入模板' })
  if (kind === 'link' && external === '') problems.push({ field: 'external', msg: '请输入外部地址' })
  if (kind === 'iframe' && frameOrigin(external) === undefined)
    problems.push({ field: 'external', msg: '内嵌页面的地址以 https:// 开头' })
  return problems
}
const issueSentence = ({ code, message, ...issue }: z.core.$ZodIssue): string => {
  if (code !== 'unrecognized_keys') return message
  const keys = 'keys' in issue ? (issue.keys as string[]) : []
  return keys.length > 0 ? `不支持的字段：${keys.join('、')}` : defaultSentence
}

/** Judges a metadata value for a kind of menu. Out: the metadata, or every problem with the field it belongs to. */
export const judgeMetadata = (kind: MenuKind, value: unknown): Read => {
  const parsed = menuMetadata.safeParse(value)
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => ({
        field: String(issue.path[0] ?? '') as Problem['field'],
        msg: issueSentence(issue),
      })),
    }
  const problems = missing(kind, parsed.data)
  return problems.length > 0 ? { problems } : { metadata: parsed.data }
}

/** The same for the JSON text that travels (spec §3). */
export const readMetadata = (kind: MenuKind, text: string): Read => {
  try {
    return judgeMetadata(kind, JSON.parse(text))
  } catch {
    return { problems: [{ field: '', msg: 'metadata 不是正确的 JSON' }] }
  }
}
