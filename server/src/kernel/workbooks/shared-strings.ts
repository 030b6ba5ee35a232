import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originalText, unescapeText } from './cell-text.ts'
import type { Limits } from './limits.ts'
import { parseAll } from './parse-xml.ts'
import { Refusal } from './refusal.ts'

/** What a short string weighs beside its letters. */
const stringBytes = 64
const pageBytes = 64 * 1024
const keptPages = 64

/** A temporary file without a name: it goes with the process that holds it. */
const openNameless = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-strings-'))
  try {
    return openSync(join(folder, 'strings'), 'w+', 0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Texts in a temporary file, by number. Neighbours are mostly read together, so it is read by pages. */
const createSpill = () => {
  const file = openNameless()
  let ends = new Float64Array(4096)
  let count = 0
  let bytes = 0
  let unwritten: Buffer[] = []
  let unwrittenBytes = 0
  const flush = () => {
    if (unwrittenBytes === 0) return
    writeSync(file, Buffer.concat(unwritten))
    unwritten = []
    unwrittenBytes = 0
  }
  const pages = new Map<number, Buffer>()
  const loadPage = (number: number) => {
    const known = pages.get(number)
    if (known) return known
    const page = Buffer.alloc(pageBytes)
    readSync(file, page, 0, pageBytes, number * pageBytes)
    if (pages.size >= keptPages) pages.delete(pages.keys().next().value as number)
    pages.set(number, page)
    return page
  }
  return {
    add: (text: string) => {
      const encoded = Buffer.from(text)
      if (count === ends.length) {
        const longer = new Float64Array(2 * count)
        longer.set(ends)
        ends = longer
      }
      unwritten.push(encoded)
      unwrittenBytes += encoded.length
      bytes += encoded.length
      ends[count] = bytes
      count += 1
      if (unwrittenBytes > pageBytes) flush()
    },
    get: (at: number): string => {
      flush()
      const from = at === 0 ? 0 : (ends[at - 1] as number)
      const to = ends[at] as number
      const first = Math.floor(from / pageBytes)
      const last = Math.floor(to / pageBytes)
      const pieces = Array.from({ length: last - first + 1 }, (_, n) => loadPage(first + n))
      const start = first * pageBytes
      const joined = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
      return joined.toString('utf8', from - start, to - start)
    },
    close: () => closeSync(file),
  }
}

export type SharedStrings = {
  /** Throws Refusal for a number that no text has. */
  readonly get: (at: number) => string
  readonly close: () => void
}

const createStore = ({ sharedBytes, sharedStrings }: Limits) => {
  const held: string[] = []
  let count = 0
  let heldBytes = 0
  let spill: ReturnType<typeof createSpill> | undefined
  return {
    add: (text: string) => {
      if (count >= sharedStrings) throw new Refusal('contentTooLarge')
      count += 1
      if (!spill && heldBytes <= sharedBytes) {
        heldBytes += 2 * text.length + stringBytes
        held.push(text)
        return
      }
      spill ??= createSpill()
      spill.add(text)
    },
    get: (at: number): string => {
      const text = held[at]
      if (text !== undefined) return text
      if (!spill || !Number.isInteger(at) || at < 0 || at >= count) throw new Refusal('damaged')
      return spill.get(at - held.length)
    },
    close: () => spill?.close(),
  }
}

/** Reads the texts that cells of all sheets refer to by number. */
export const readSharedStrings = async (part: AsyncIterable<Uint8Array>, limits: Limits): Promise<SharedStrings> => {
  const store = createStore(limits)
  let text = ''
  let isText = false
  let phonetic = 0
  const open = (name: string) => {
    if (name === 'si') text = ''
    else if (name === 'rPh') phonetic += 1
    else if (name === 't') isText = phonetic === 0
  }
  const close = (name: string) => {
    if (name === 't') isText = false
    else if (name === 'rPh') phonetic -= 1
    else if (name === 'si') store.add(originalText(unescapeText(text)))
  }
  const read = (piece: string) => {
    if (!isText) return
    text += piece
    // An escaped sign takes seven.
    if (text.length > 7 * limits.textLength) throw new Refusal('textTooLong', { limit: limits.textLength })
  }
  try {
    await parseAll(part, 'sst', { open, close, text: read }, limits)
    return store
  } catch (error) {
    store.close()
    throw error
  }
}
