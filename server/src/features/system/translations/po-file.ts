import type { TextKind } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { translationsErrors } from '@atrium/contract/features/system/translations/translations.errors.ts'
import { toContextId } from '@atrium/contract/kernel/texts.ts'
import { type GetTextTranslation, po } from 'gettext-parser'
import { AppError } from '../../../kernel/scope.ts'

/** A text in a file: its id, what the language says of it, and the line that it begins at. */
export type PoText = { id: string; text: string; line: number }
type Exported = {
  source: string
  meaning: string
  kinds: readonly TextKind[]
  text: string
  /** Whether it is a sentence of the product, in ICU MessageFormat. */
  isMessage: boolean
}

/** The flag by which tools such as Weblate check the values of a message. */
const messageFlag = 'icu-message-format'

const toEntry = ({ source, meaning, kinds, text, isMessage }: Exported): GetTextTranslation => ({
  ...(meaning !== '' && { msgctxt: meaning }),
  msgid: source,
  msgstr: [text],
  comments: { extracted: kinds.join(', '), ...(isMessage && { flag: messageFlag }) },
})

/** A gettext PO file, which tools of translators read. */
export const writePo = (language: string, texts: readonly Exported[]): Buffer => {
  const byMeaning = Map.groupBy(texts, ({ meaning }) => meaning)
  const translations = Object.fromEntries(
    [...byMeaning].map(([meaning, group]) => [
      meaning,
      Object.fromEntries(group.map((text) => [text.source, toEntry(text)])),
    ]),
  )
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    Language: language,
  }
  return po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 })
}

const quoted = /^\s*(?:(msgctxt|msgid|msgid_plural|msgstr)\s+)?"(.*)"\s*$/
const withoutEscapes = (text: string) =>
  text.replace(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign)
/** Lines on which the entries of a file begin, by meaning and source. */
const findLines = (file: string): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  let [word, meaning, source, line] = ['', '', '', 0]
  for (const [at, text] of file.split('\n').entries()) {
    const [, begun, part = ''] = quoted.exec(text) ?? []
    if (begun === 'msgctxt') [meaning, line] = ['', at + 1]
    if (begun === 'msgid') {
      source = ''
      if (word !== 'msgctxt') [meaning, line] = ['', at + 1]
    }
    word = begun ?? word
    if (word === 'msgctxt') meaning += withoutEscapes(part)
    if (word === 'msgid') source += withoutEscapes(part)
    // Once the source is whole: a key for each of its lines would take for ever.
    if (begun === 'msgstr') lines.set(JSON.stringify([meaning, source]), line)
  }
  return lines
}

const parse = (file: string) => {
  try {
    return po.parse(file)
  } catch {
    throw new AppError(translationsErrors.unreadableFile)
  }
}

/** An exported file has all texts, also those that are empty: more than may be written at once. */
const maxEntries = 50_000

/**
 * Reads a PO file; what it leaves empty is left out.
 * @throws `unreadableFile`, `tooManyTexts`
 */
export const readPo = (bytes: Uint8Array): { language: string; texts: PoText[] } => {
  const file = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  // Not `\s`, which would read all blank lines that follow, again at each of them.
  const begun = file.match(/^[ \t]*msgid[ \t]/gm)?.length ?? 0
  if (begun === 0) throw new AppError(translationsErrors.unreadableFile)
  // Before they are parsed, which takes long.
  if (begun > maxEntries) throw new AppError(translationsErrors.tooManyTexts)
  const { headers, translations } = parse(file)
  const lines = findLines(file)
  const texts = Object.values(translations).flatMap((bySource) =>
    Object.values(bySource).flatMap(({ msgctxt = '', msgid, msgstr }) => {
      // An entry that ends before it has one has none.
      const text = (msgstr as string[] | undefined)?.[0] ?? ''
      if (msgid === '' || text === '') return []
      const id = msgctxt === '' ? msgid : toContextId(msgid, msgctxt)
      return [{ id, text, line: lines.get(JSON.stringify([msgctxt, msgid])) ?? 0 }]
    }),
  )
  const language = Object.entries(headers).find(([name]) => name.toLowerCase() === 'language')?.[1] ?? ''
  return { language: language.trim().replaceAll('_', '-'), texts }
}
