import {
  keptAttributes,
  maxRichTextDepth,
  richTextDropped,
  richTextSynonyms,
} from '@atrium/contract/kernel/rich-text.ts'
import { withoutInvisible } from '@atrium/contract/kernel/visible-text.ts'
import { Parser } from 'htmlparser2'

export type Attributes = Readonly<Record<string, string>>
/** What becomes of a tag: elements nested in each other, none if only its content stays, `dropped` if not even that. */
export type MakeElements = (name: string, given: Attributes) => readonly Element[] | 'dropped'

/** Elements of this document load no pictures and run nothing. */
const inert = document.implementation.createHTMLDocument()

/** An element of a rich text with the attributes that it keeps; undefined if there is none of that name. */
export const richTextElement = (given: string, attributes: Attributes): Element | undefined => {
  const name = richTextSynonyms.get(given) ?? given
  const kept = keptAttributes(name, attributes)
  if (!kept) return undefined
  const element = inert.createElement(name)
  for (const [attribute, value] of Object.entries(kept)) element.setAttribute(attribute, value)
  return element
}

/** An element that no rich text has, for what is built on the way to one. */
export const inertElement = (name: string): HTMLElement => inert.createElement(name)

/**
 * Builds HTML element by element: nothing is parsed by the browser, so nothing can run, load, or be reported by the
 * content security policy, and no text can become a tag (decision 89).
 * @returns an element of an inert document with what `make` let through
 */
export const buildHtml = (html: string, make: MakeElements): HTMLElement => {
  const root = inert.createElement('div')
  /** Where content goes, by open tag; undefined: nowhere. */
  const places: (Element | undefined)[] = [root]
  const place = () => places.at(-1)
  const parser = new Parser({
    onopentag(name, given) {
      const parent = place()
      const made = parent && !richTextDropped.has(name) ? make(name, given) : 'dropped'
      if (!parent || made === 'dropped') return void places.push(undefined)
      const nested = places.length > maxRichTextDepth ? [] : made
      let deepest = parent
      for (const element of nested) {
        deepest.append(element)
        deepest = element
      }
      places.push(deepest)
    },
    ontext: (text) => place()?.append(withoutInvisible(text)),
    onclosetag: () => void places.pop(),
  })
  parser.write(html)
  parser.end()
  return root
}

/** The content of a rich text, sanitised, in an inert document. */
export const cleanRichText = (html: string): HTMLElement =>
  buildHtml(html, (name, given) => {
    const element = richTextElement(name, given)
    return element ? [element] : []
  })
