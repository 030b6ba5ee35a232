import type { Database } from '../../../kernel/db/database.ts'
import { areasRepository as repository, type SearchedArea } from './areas.repository.ts'

/** How long a loaded edition counts as the current one, in milliseconds. */
const checkedEveryMs = 60_000

/** One text with a line for each area, larger ones first: name, pinyin, initials. A native search of it takes about a millisecond. */
const createText = (areas: readonly SearchedArea[]) => {
  const lines = areas.map(({ name, pinyin, initials }) => `|${name}|${pinyin.replaceAll(' ', '')}|${initials}`)
  const starts = new Uint32Array(lines.length)
  let length = 0
  for (const [at, line] of lines.entries()) {
    starts[at] = length
    length += line.length + 1
  }
  return { text: `${lines.join('\n')}\n`, starts, codes: areas.map(({ code }) => code) }
}
type AreaText = ReturnType<typeof createText>

const lineAt = (starts: Uint32Array, position: number): number => {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}
/** Adds the codes of lines with the text until there are enough. */
const addMatches = ({ text, starts, codes }: AreaText, wanted: string, found: Set<string>, max: number) => {
  let position = text.indexOf(wanted)
  while (position >= 0 && found.size < max) {
    const line = lineAt(starts, position)
    found.add(codes[line] ?? '')
    position = text.indexOf(wanted, starts[line + 1] ?? text.length)
  }
}

/** Searches areas in force by name, pinyin and initials. A node reads them all on the first search, and keeps them. */
export const createAreaSearch = (database: Database) => {
  let kept: { text: AreaText; edition: string; checkedAt: number } | undefined
  const load = () =>
    database.read({ reach: 'platform' }, async (db) => {
      const edition = await repository.edition(db)
      const text = kept?.edition === edition ? kept.text : createText(await repository.searched(db))
      kept = { text, edition, checkedAt: performance.now() }
      return text
    })
  let loading: Promise<AreaText> | undefined
  const current = async () => {
    if (kept && performance.now() < kept.checkedAt + checkedEveryMs) return kept.text
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
  /** Codes of at most `max` areas: those that begin with the text come first, and larger ones before smaller ones. */
  return async (search: string, max: number): Promise<string[]> => {
    const wanted = search.toLowerCase().replaceAll(/[\s|]/g, '')
    if (wanted === '') return []
    const text = await current()
    const found = new Set<string>()
    addMatches(text, `|${wanted}`, found, max)
    addMatches(text, wanted, found, max)
    return [...found]
  }
}
