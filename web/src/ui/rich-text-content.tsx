import { useLayoutEffect, useRef } from 'react'
import { cleanRichText } from './build-html.ts'
import { t } from './texts.ts'

/** A wide table scrolls, also by keys. */
const letScroll = (table: Element) => {
  const frame = table.ownerDocument.createElement('section')
  frame.className = 'rich-text-table'
  frame.tabIndex = 0
  frame.setAttribute('aria-label', t('表格'))
  table.replaceWith(frame)
  frame.append(table)
}

const renderContent = (html: string): Node[] => {
  const root = cleanRichText(html)
  for (const link of root.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  for (const image of root.querySelectorAll('img')) {
    image.loading = 'lazy'
    if (!image.alt) image.alt = ''
  }
  for (const table of root.querySelectorAll('table')) if (!table.parentElement?.closest('table')) letScroll(table)
  return [...root.childNodes]
}

/** Content of `RichTextView`. */
export const RichTextContent = ({ html }: { html: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(...renderContent(html)), [html])
  return <div ref={box} className="rich-text" />
}
