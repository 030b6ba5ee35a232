import * as z from 'zod/mini'
import { messages } from './fields.ts'
import { t } from './texts.ts'
import { withoutInvisible } from './visible-text.ts'

/** Most characters of a rich text as it is stored, tags included. */
export const maxRichText = 65_535

/** Elements deeper than that become part of their parent. */
export const maxRichTextDepth = 40

/** What a link may lead to. */
export const richTextLink = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{C}]{1,2000}$/iu
/** Addresses of stored pictures: `/files/` and the file's id as stored, or a signed address as shown (decision 89). */
const pictureAddress = /^\/files\/[\w-]{36,71}$/

/** Most characters that describe a picture. */
export const maxPictureAlt = 200

const align = /^(?:center|right|justify)$/
const block = { align }
const cell = { align, colspan: /^(?:[2-9]|[1-9]\d)$/, rowspan: /^(?:[2-9]|[1-9]\d)$/ }

/**
 * The elements of a rich text, each with its attributes and what these may say. There are no styles and classes: the
 * content security policy forbids the former, and the latter would be the page's own.
 */
export const richTextElements: ReadonlyMap<string, Readonly<Record<string, RegExp>>> = new Map(
  Object.entries({
    p: block,
    h2: block,
    h3: block,
    h4: block,
    blockquote: {},
    pre: {},
    hr: {},
    br: {},
    ul: {},
    ol: { start: /^\d{1,4}$/ },
    li: {},
    strong: {},
    em: {},
    u: {},
    s: {},
    sup: {},
    sub: {},
    code: {},
    a: { href: richTextLink },
    img: { src: pictureAddress, alt: new RegExp(`^.{1,${maxPictureAlt}}$`, 'su') },
    table: {},
    thead: {},
    tbody: {},
    tr: {},
    th: cell,
    td: cell,
  }),
)

/** Elements with the same meaning. The title of the page is its only first heading. */
export const richTextSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u', h1: 'h2', h5: 'h4', h6: 'h4', div: 'p' }),
)

/** Elements that are removed with their content. Of all others the content stays. */
export const richTextDropped: ReadonlySet<string> = new Set(
  [
    'applet audio base canvas datalist embed form frame frameset head iframe link map math meta noembed noframes',
    'noscript object optgroup option param plaintext portal script select style svg template textarea title video xmp',
  ].flatMap((names) => names.split(' ')),
)

/** Elements that mean nothing without an attribute. */
const needed: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['img', 'src'],
])

/**
 * The attributes that an element of a rich text keeps, in a fixed order. Takes its name and the given attributes.
 * @returns undefined if the element is none of a rich text, or lacks the attribute that makes it one
 */
export const keptAttributes = (
  name: string,
  given: Readonly<Record<string, string>>,
): Record<string, string> | undefined => {
  const allowed = richTextElements.get(name)
  if (!allowed) return undefined
  const kept = Object.entries(allowed).flatMap(([attribute, pattern]) => {
    const value = Object.hasOwn(given, attribute) ? withoutInvisible(given[attribute] ?? '').trim() : ''
    return pattern.test(value) ? [[attribute, value] as const] : []
  })
  const attributes = Object.fromEntries(kept)
  const need = needed.get(name)
  return need === undefined || Object.hasOwn(attributes, need) ? attributes : undefined
}

/** Whether a rich text shows nothing: no text, picture, line or table. */
export const isEmptyRichText = (html: string): boolean =>
  !/<(?:img|hr|table)\b/i.test(html) && html.replace(/<[^<>]*>/g, '').replace(/&nbsp;|\s/g, '') === ''

/** A picture that was uploaded for a rich text. `path` follows the base parameter `address`. */
export const uploadedPicture = z.object({ path: z.string() })

const signedAddress = /(?<="\/files\/)[\w-]{71}(?=")/g
const idLength = 36
/** Characters of a rich text as it is stored: a signed address counts as the id that is stored in its place. */
export const richTextLength = (html: string): number => html.replace(signedAddress, '-'.repeat(idLength)).length

const withinLimit = z.refine<string>((html) => richTextLength(html) <= maxRichText, {
  error: () => t('含格式最多 {maxRichText} 个字符', { maxRichText }),
})
const notEmpty = (required: string) => z.refine<string>((html) => !isEmptyRichText(html), required)

/** Rich text as HTML, not empty, at most 65,535 characters with its tags. The server sanitises it before it is stored. */
export const richText = (required: string = messages.required) =>
  z.string(required).check(z.trim(), notEmpty(required), withinLimit)

/** Optional rich text of at most 65,535 characters with its tags. */
export const optionalRichText = () => z._default(z.string().check(z.trim(), withinLimit), '')
