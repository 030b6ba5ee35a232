import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLanguage, sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import Negotiator from 'negotiator'
import { withQuickPlurals } from './quick-plurals.ts'

type Texts = ReturnType<typeof createLanguage>
type Translations = Parameters<typeof createLanguage>[1]
/** A language with its texts. The version is another one whenever a text is. */
export type Language = { tag: string; version: string; texts: Texts; translations: Translations }
export type Languages = {
  /** BCP 47 tags, the language of the code first. */
  tags: readonly string[]
  /** Each in its own language: 中文, English, Français. */
  names: readonly { tag: string; name: string }[]
  /** The language of a tag; that of the code for an unknown one. */
  get(tag: string): Language
  /** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4); undefined if none fits. */
  find(header: string): Language | undefined
  /** The same; that of the code if none fits. */
  negotiate(header: string): Language
}

const toVersion = (translated: object) =>
  createHash('sha256').update(JSON.stringify(translated)).digest('base64url').slice(0, 10)

/** A catalogue: `{ "保存": "Save" }`, with texts in ICU MessageFormat. */
type Catalogue = Record<string, string>

/** What is empty is not translated yet. Texts are compiled when the language is first spoken. */
const toLanguage = (tag: string, catalogue: Catalogue): Language => {
  const translated = Object.entries(catalogue).filter(([, text]) => text !== '')
  let compiled: Pick<Language, 'texts' | 'translations'> | undefined
  const compile = () => {
    if (compiled) return compiled
    const translations = Object.fromEntries(translated.map(([source, text]) => [source, compileMessage(text)]))
    compiled = { translations, texts: withQuickPlurals(createLanguage(tag, translations)) }
    return compiled
  }
  return {
    tag,
    version: translated.length === 0 ? '' : toVersion(translated),
    get texts() {
      return compile().texts
    },
    get translations() {
      return compile().translations
    },
  }
}

/** Catalogues of a folder by the tags that name their files, such as `en.json`. */
const readCatalogues = (folder: string): [tag: string, Catalogue][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))])

const languageOf = (tag: string) => tag.replace(/-.*/, '')
/** The name of a language in itself, with its region only if there is another of the same language. */
const nameLanguage = (tag: string, tags: readonly string[]): string => {
  const isAlone = tags.filter((each) => languageOf(each) === languageOf(tag)).length === 1
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(isAlone ? languageOf(tag) : tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

const maxHeaders = 1000

/**
 * Opens the language of the code and those of folders, each a file named by its tag (`en.json`). A later folder overrules
 * single texts of an earlier one, also of the language of the code (`zh-CN.json`), and adds languages.
 *
 * @throws if a folder cannot be read, or a file is not JSON
 */
export const openLanguages = (...folders: string[]): Languages => {
  const catalogues = new Map<string, Catalogue>([[sourceLanguage, {}]])
  for (const [tag, catalogue] of folders.flatMap(readCatalogues))
    catalogues.set(tag, { ...catalogues.get(tag), ...catalogue })
  const languages = [...catalogues].map(([tag, catalogue]) => toLanguage(tag, catalogue))
  const byTag = new Map(languages.map((language) => [language.tag, language]))
  const tags = [...byTag.keys()]
  const source = byTag.get(sourceLanguage) ?? toLanguage(sourceLanguage, {})
  const get = (tag: string) => byTag.get(tag) ?? source
  const find = (header: string) => {
    const [wanted] = new Negotiator({ headers: { 'accept-language': header } }).languages([...tags, 'zh'])
    return wanted === undefined ? undefined : get(wanted)
  }
  // Every call asks, and there are few different headers.
  const negotiated = new Map<string, Language>()
  const negotiate = (header: string) => {
    const known = negotiated.get(header)
    if (known) return known
    const language = find(header) ?? source
    if (negotiated.size < maxHeaders) negotiated.set(header, language)
    return language
  }
  return { tags, names: tags.map((tag) => ({ tag, name: nameLanguage(tag, tags) })), get, find, negotiate }
}
