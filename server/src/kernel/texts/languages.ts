import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLanguage, sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import Negotiator from 'negotiator'

type Texts = ReturnType<typeof createLanguage>
type Translations = Parameters<typeof createLanguage>[1]
/** A language with its texts. The version is another one whenever a text is. */
export type Language = { tag: string; version: string; texts: Texts; translations: Translations }
export type Languages = {
  /** BCP 47 tags, the language of the code first. */
  tags: readonly string[]
  /** The language of a tag; that of the code for an unknown one. */
  get(tag: string): Language
  /** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4); that of the code if none fits. */
  negotiate(header: string): Language
}

const toVersion = (json: string) => createHash('sha256').update(json).digest('base64url').slice(0, 10)

/** Reads a catalogue: `{ "保存": "Save" }`, in ICU MessageFormat. What is empty is not translated yet. */
const readLanguage = (file: string, tag: string): Language => {
  const json = readFileSync(file, 'utf8')
  const translated = Object.entries(JSON.parse(json) as Record<string, string>).filter(([, text]) => text !== '')
  const translations = Object.fromEntries(translated.map(([source, text]) => [source, compileMessage(text)]))
  return { tag, version: toVersion(json), texts: createLanguage(tag, translations), translations }
}

const maxHeaders = 1000

/**
 * Opens the languages of a folder, each a file named by its tag (`en.json`), beside that of the code; that one alone
 * without a folder.
 *
 * @throws if a file is not JSON
 */
export const openLanguages = (folder?: string): Languages => {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'))
  const source = { tag: sourceLanguage, version: '', texts: createLanguage(sourceLanguage, {}), translations: {} }
  const others = files.map((name) => readLanguage(join(folder ?? '', name), name.replace(/\.json$/, '')))
  const byTag = new Map<string, Language>([source, ...others].map((language) => [language.tag, language]))
  const tags = [...byTag.keys()]
  const get = (tag: string) => byTag.get(tag) ?? source
  // Every call asks, and there are few different headers.
  const negotiated = new Map<string, Language>()
  const negotiate = (header: string) => {
    const known = negotiated.get(header)
    if (known) return known
    const wanted = new Negotiator({ headers: { 'accept-language': header } }).languages([...tags, 'zh'])
    const language = get(wanted[0] ?? '')
    if (negotiated.size < maxHeaders) negotiated.set(header, language)
    return language
  }
  return { tags, get, negotiate }
}
