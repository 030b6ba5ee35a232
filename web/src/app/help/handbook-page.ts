/** Languages of the handbook: the console's own first. */
export type Language = 'zh' | 'en'

export type NodeProps = Readonly<Record<string, string | number>>
/**
 * A part of a page as the build leaves it: a text, or a name with what it takes, and its own parts. Beside elements of
 * HTML there are `page`, which leads to another page of the handbook, `screen` to one of the console, `site` elsewhere, and
 * `picture`.
 */
export type HandbookNode = string | readonly [name: string, props: NodeProps, ...parts: HandbookNode[]]

export type HandbookPage = { readonly title: string; readonly nodes: readonly HandbookNode[] }

/** Pages under one heading of the first page. */
export type HandbookGroup = {
  readonly title: string
  readonly pages: readonly { readonly name: string; readonly title: string }[]
}

/** The text of a page, to search in. */
export const textOf = (nodes: readonly HandbookNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const [, , ...parts] = node
      return textOf(parts)
    })
    .join('')
