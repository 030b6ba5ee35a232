import { createElement, type ElementType, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { usePageSearch } from '../../kernel/page/page-context.ts'
import { t } from '../../ui/texts.ts'
import { LiveSession } from '../use-live-session.ts'
import type { HandbookNode } from './handbook-page.ts'
import { readLanguage, toHelpAddress } from './help-params.ts'

type PartsProps = { children?: ReactNode }

const PageLink = ({ name, children }: PartsProps & { name: string }) => {
  const [search] = usePageSearch()
  return <Link to={toHelpAddress(name, readLanguage(search))}>{children}</Link>
}

/** A page of the console, which the reader may lack. */
const ScreenLink = ({ to, children }: PartsProps & { to: string }) => {
  const session = useContext(LiveSession)
  return session?.pages.has(to) ? <Link to={to}>{children}</Link> : children
}

const SiteLink = ({ href, children }: PartsProps & { href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)

type PictureProps = { src: string; alt: string; width: number; height: number }
/** A picture with what it shows; opens in full size. */
const Picture = ({ src, alt, width, height }: PictureProps) => (
  <figure>
    <a href={src} target="_blank" rel="noopener noreferrer" aria-label={t('{alt}（新标签页）', { alt })}>
      <img src={src} alt="" width={width} height={height} loading="lazy" />
    </a>
    <figcaption>{alt}</figcaption>
  </figure>
)

/** Headings stand below the page's title. */
const drawnBy = new Map<string, ElementType>([
  ['h2', 'h3'],
  ['page', PageLink],
  ['screen', ScreenLink],
  ['site', SiteLink],
  ['picture', Picture],
])

const toElement = (node: HandbookNode): ReactNode => {
  if (typeof node === 'string') return node
  const [name, props, ...parts] = node
  return createElement(drawnBy.get(name) ?? name, props, ...parts.map(toElement))
}

/** The parts of a page of the handbook. */
export const HelpNodes = ({ nodes }: { nodes: readonly HandbookNode[] }) =>
  createElement('div', { className: 'help-text' }, ...nodes.map(toElement))
