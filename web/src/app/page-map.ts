import type { PageEntry } from './menu-tree.ts'

/** Makes the page of an address that holds an id. */
type MakePage = (path: string, pages: ReadonlyMap<string, PageEntry>) => PageEntry | undefined

/** Pages by address. `makers` are asked for unknown ones; each page is made once, as pages are kept by it. */
export class PageMap extends Map<string, PageEntry> {
  readonly #makers: readonly MakePage[]
  constructor(pages: readonly PageEntry[], ...makers: readonly MakePage[]) {
    super(pages.map((page) => [page.path, page]))
    this.#makers = makers
  }

  override get(path: string): PageEntry | undefined {
    const known = super.get(path)
    if (known) return known
    for (const make of this.#makers) {
      const made = make(path, this)
      if (made) return this.set(path, made).get(path)
    }
    return undefined
  }
  override has(path: string): boolean {
    return this.get(path) !== undefined
  }
}
