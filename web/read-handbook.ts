import { Children, isValidElement, type ReactNode } from 'react'
import Markdown from 'react-markdown'
import {
  type HandbookGroup,
  type HandbookNode,
  type HandbookPage,
  type NodeProps,
  textOf,
} from './src/app/help/handbook-page.ts'

type Props = { children?: ReactNode; href?: string; src?: string; alt?: string }
type ScreenNode = readonly [name: 'screen', props: NodeProps, ...parts: HandbookNode[]]

const plain = new Set(['p', 'ol', 'ul', 'li', 'h2', 'strong', 'em', 'code'])
const screenAddress = /^\/(?:dashboard|web\/[\w/-]+)$/
/** A page of the handbook, in either language. */
const pageFile = /^([\w-]+?)(?:\.zh-CN)?\.md$/
/** The line below the title leads to the twin; the console has a switch instead. */
const twinLine = /^\[(?:English|中文)\]\([^)]*\).*$/m
/** A name before the address of its screen, and what is said beside the address: `“用户管理” (users, ` */
const namedBefore = /^(.*)“([^“”]+)”(（| \()([^()（）]*)$/s

const isNamed = (node: HandbookNode | undefined, name: string): boolean => Array.isArray(node) && node[0] === name
const isScreen = (node: HandbookNode | undefined): node is ScreenNode => isNamed(node, 'screen')

const toLink = (href: string, parts: readonly HandbookNode[]): HandbookNode => {
  const name = pageFile.exec(href)?.[1]
  if (name !== undefined) return ['page', { name: name === 'README' ? '' : name }, ...parts]
  if (href.startsWith('https:')) return ['site', { href }, ...parts]
  throw new Error(`使用手册中的链接 ${href} 不是本手册的页面，也不是 https 地址`)
}

const toNode = (tag: string, { children, href = '', src = '', alt = '' }: Props): HandbookNode => {
  const parts = toNodes(children)
  const [first] = parts
  if (tag === 'a') return toLink(href, parts)
  if (tag === 'img') return ['picture', { src, alt }]
  if (tag === 'p' && first !== undefined && isNamed(first, 'picture')) return first
  if (tag === 'code' && screenAddress.test(textOf(parts))) return ['screen', { to: textOf(parts) }, ...parts]
  if (!plain.has(tag)) throw new Error(`控制台不能显示使用手册中的 ${tag}`)
  return [tag, {}, ...parts]
}

/** Makes the name a link, without the address; undefined if the address does not stand in brackets behind a name. */
const linkName = (before: HandbookNode | undefined, screen: HandbookNode | undefined, after: HandbookNode) => {
  if (typeof before !== 'string' || !isScreen(screen) || typeof after !== 'string' || !/^[）)]/.test(after))
    return undefined
  const named = namedBefore.exec(before)
  if (!named) return undefined
  const [, start = '', name = '', opening = '', beside = ''] = named
  const note = beside.replace(/[,，] ?$/, '')
  const rest = note === '' ? after.slice(1) : `${opening}${note}${after}`
  return [`${start}“`, ['screen', screen[1], name], `”${rest}`] satisfies HandbookNode[]
}
/** Readers of the file need addresses, those of the console a link on the name: `“用户管理”（/web/sys/users）`. */
const linkNames = (nodes: readonly HandbookNode[]): HandbookNode[] => {
  const linked: HandbookNode[] = []
  for (const node of nodes) {
    const named = linkName(linked.at(-2), linked.at(-1), node)
    if (named) linked.splice(-2, 2, ...named)
    else linked.push(node)
  }
  return linked
}

const toNodes = (children: ReactNode): HandbookNode[] =>
  linkNames(
    Children.toArray(children).flatMap((child): HandbookNode[] => {
      if (typeof child === 'string') return /^\n+$/.test(child) ? [] : [child.replaceAll('\n', ' ')]
      if (!isValidElement<Props>(child)) return []
      return typeof child.type === 'string' ? [toNode(child.type, child.props)] : toNodes(child.props.children)
    }),
  )

/**
 * A page of the handbook for the console.
 * @throws an Error that names what the console cannot show
 */
export const readPage = (source: string): HandbookPage => ({
  title: /^# (.+)$/m.exec(source)?.[1] ?? '',
  nodes: toNodes(Markdown({ children: source.replace(/^# .+$/m, '').replace(twinLine, '') })),
})

/** The list of pages on the first page, by its headings. */
export const readGroups = (source: string): HandbookGroup[] =>
  source
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      pages: [...part.matchAll(/^- \[([^\]]+)\]\(([\w-]+?)(?:\.zh-CN)?\.md\)$/gm)].map(([, title = '', name = '']) => ({
        name,
        title,
      })),
    }))
    .filter(({ pages }) => pages.length > 0)
