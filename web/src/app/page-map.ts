import type { PageEntry } from './menu-tree.ts'

/** Pages by address. `below` makes the pages of addresses that hold an id; each is made once, as pages are kept by it. */
export class PageMap extends Map<string, PageEntry> {
  readonly #below: ((path: string) => PageEntry | undefined) | undefined
  constructor(pages: readonly PageEntry[], below?: (path: string) => PageEntry | undefined) {
    super(pages.map((page) => [page.path, page]))
    this.#below = below
  }

  override get(path: string): PageEntry | undefined {
    const known = super.get(path)
    if (known) return known
    const made = this.#below?.(path)
    if (made) this.set(path, made)
    return made
  }
  override has(path: string): boolean {
    return this.get(path) !== undefined
  }
}
