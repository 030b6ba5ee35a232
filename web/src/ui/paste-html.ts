import { type Attributes, buildHtml, inertElement, type MakeElements, richTextElement } from './build-html.ts'
import { buildLists, listLevel, listMarker } from './paste-lists.ts'

/** HTML from the clipboard as a rich text, before its embedded pictures have an address. */
export type Pasted = {
  root: HTMLElement
  /** Pictures that came as data, to be uploaded. */
  embedded: ReadonlyMap<Element, string>
  /** How many pictures are elsewhere and could not be taken over. */
  lost: number
  /** Whether there is nothing but one such picture. */
  isLostPicture: boolean
}

const readStyle = ({ style = '' }: Attributes, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''

const inlineNames = new Set(['span', 'font', 'b', 'strong', 'i', 'em', 'u', 's', 'sup', 'sub', 'a'])
const isBold = (weight: string) => /^(?:bold|bolder|[6-9]00)$/.test(weight)
/** What an inline element looks like by its style: other programs style where this one names. */
const looks = (given: Attributes): string[] => {
  const decoration = readStyle(given, 'text-decoration(?:-line)?')
  const place = readStyle(given, 'vertical-align')
  return [
    isBold(readStyle(given, 'font-weight')) ? 'strong' : '',
    readStyle(given, 'font-style') === 'italic' ? 'em' : '',
    decoration.includes('underline') ? 'u' : '',
    decoration.includes('line-through') ? 's' : '',
    place === 'super' ? 'sup' : '',
    place === 'sub' ? 'sub' : '',
  ].filter(Boolean)
}

/** Google Docs wraps everything into a `b` that is not bold. */
const isPlain = (name: string, given: Attributes) =>
  (name === 'b' || name === 'strong') && /^(?:normal|[1-4]00)$/.test(readStyle(given, 'font-weight'))

const inlineElements = (name: string, given: Attributes): Element[] => {
  const own = isPlain(name, given) ? undefined : richTextElement(name, given)
  const shown = looks(given).filter((look) => look !== own?.localName && !(look === 'u' && name === 'a'))
  return [own, ...shown.map((look) => richTextElement(look, {}))].filter((element) => element !== undefined)
}

/** Boxes of a page. Which of them are paragraphs is known once they are filled. */
const boxNames = new Set(
  'address article aside center dd details div dl dt fieldset figcaption figure footer header main nav section summary'.split(
    ' ',
  ),
)
const textBlocks = 'p, h2, h3, h4'
const blocks = `${textBlocks}, div, ul, ol, blockquote, pre, hr, table`

const firstLineIndent = '\u3000\u3000'
/** A paragraph, heading or cell with what its style says of its alignment, its first line and its list. */
const blockElement = (name: string, given: Attributes): Element | undefined => {
  const align = readStyle(given, 'text-align') || (name === 'center' ? name : (given.align ?? ''))
  if (boxNames.has(name)) {
    const box = inertElement('div')
    if (align) box.setAttribute('align', align)
    return box
  }
  const element = richTextElement(name, { ...given, align })
  if (element?.localName !== 'p') return element
  const level = /level(\d)/.exec(readStyle(given, 'mso-list'))?.[1]
  if (level) element.setAttribute(listLevel, level)
  else if (Number.parseFloat(readStyle(given, 'text-indent')) > 0) element.append(firstLineIndent)
  return element
}

/** Gives the alignment of boxes to their paragraphs, or to the line that they are. */
const alignContents = (root: Element) => {
  // Inner boxes come first: their paragraphs are aligned already when outer ones are looked at.
  for (const box of [...root.querySelectorAll('div[align]')].reverse()) {
    const align = box.getAttribute('align') ?? ''
    for (const block of box.querySelectorAll(textBlocks))
      if (!block.hasAttribute('align')) block.setAttribute('align', align)
    if (box.querySelector(blocks)) continue
    const line = richTextElement('p', { align })
    line?.append(...box.childNodes)
    if (line) box.replaceWith(line)
  }
}

/** The editor's tables cannot do without cells. */
const dropEmptyTables = (root: Element) => {
  for (const row of root.querySelectorAll('tr')) if (!row.querySelector(':scope > :is(th, td)')) row.remove()
  for (const table of root.querySelectorAll('table'))
    if (!table.querySelector('tr')) table.replaceWith(...table.childNodes)
}

/** ProseMirror notes in this attribute how much of a block was copied. */
const sliceAttribute = 'data-pm-slice'

const ownAddress = (src: string) => (src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src)

/**
 * Source code breaks its lines between Chinese characters, too; shown as spaces they would tear words apart. After a
 * block they begin no line.
 */
const joinLines = (root: Element) => {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.closest('pre')) continue
    const before = text.previousSibling
    if (before instanceof Element && before.matches(blocks))
      text.nodeValue = (text.nodeValue ?? '').replace(/^[ \t\r\n]+/, '')
    text.nodeValue = (text.nodeValue ?? '').replace(
      /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])[ \t]*\r?\n\s*(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu,
      '',
    )
  }
}

/** Reads HTML from Word, WPS, a web page or this editor. Nothing of it is loaded. */
export const readPaste = (html: string): Pasted => {
  const embedded = new Map<Element, string>()
  let lost = 0
  const picture = (given: Attributes): Element | undefined => {
    const src = ownAddress(given.src ?? '')
    const own = richTextElement('img', { ...given, src })
    if (own) return own
    if (!/^data:image\/(?:png|jpeg);base64,/.test(src)) {
      lost += 1
      return undefined
    }
    const waiting = inertElement('img')
    embedded.set(waiting, src)
    return waiting
  }
  const make: MakeElements = (name, given) => {
    if (name === 'o:p') return 'dropped'
    if (/ignore/.test(readStyle(given, 'mso-list'))) {
      const marker = inertElement('span')
      marker.setAttribute(listMarker, '')
      return [marker]
    }
    if (name === 'img') return [picture(given)].filter((element) => element !== undefined)
    const made = inlineNames.has(name)
      ? inlineElements(name, given)
      : [blockElement(name, given)].filter((element) => element !== undefined)
    const slice = given[sliceAttribute]
    if (slice) made[0]?.setAttribute(sliceAttribute, slice)
    return made
  }
  const root = buildHtml(html, make)
  buildLists(root)
  alignContents(root)
  dropEmptyTables(root)
  joinLines(root)
  const isLostPicture = lost === 1 && root.textContent.trim() === '' && !root.querySelector('img, table, hr')
  return { root, embedded, lost, isLostPicture }
}
