import { inertElement } from './build-html.ts'

/** Attributes that stand for what Word says in styles, until the lists are built. */
export const listLevel = 'data-level'
export const listMarker = 'data-marker'

const bullet = /^[^\p{L}\p{N}(（]$|^[olnuvwqüØ\u00a7]$/u
const number = /^\d{1,3}[.)、．]?$/

/** The list that a marker begins; undefined for letters and Chinese numerals, which stay as text. */
const detectList = (marker: string): 'ul' | 'ol' | undefined =>
  bullet.test(marker) ? 'ul' : number.test(marker) ? 'ol' : undefined

const takeMarker = (paragraph: Element): string => {
  const markers = [...paragraph.querySelectorAll(`[${listMarker}]`)]
  const text = markers.map(({ textContent }) => textContent).join('')
  for (const marker of markers) marker.remove()
  return text.replace(/\s/g, '')
}

const takeLevel = (paragraph: Element): number => {
  const level = Number(paragraph.getAttribute(listLevel))
  paragraph.removeAttribute(listLevel)
  return level
}

/** Makes lists of the paragraphs with which Word writes them, in place. */
export const buildLists = (root: Element): void => {
  /** The open list of each level. */
  let lists: HTMLElement[] = []
  for (const paragraph of root.querySelectorAll(`p[${listLevel}]`)) {
    const marker = takeMarker(paragraph)
    const kind = detectList(marker)
    if (lists[0] !== paragraph.previousElementSibling) lists = []
    const level = Math.min(takeLevel(paragraph), lists.length + 1)
    if (!kind) {
      paragraph.prepend(marker)
      lists = []
      continue
    }
    lists = lists.slice(0, lists[level - 1]?.localName === kind ? level : level - 1)
    if (lists.length < level) {
      const list = inertElement(kind)
      const above = lists.at(-1)?.lastElementChild
      if (above) above.append(list)
      else paragraph.before(list)
      lists.push(list)
    }
    const item = inertElement('li')
    item.append(paragraph)
    lists.at(-1)?.append(item)
  }
}
