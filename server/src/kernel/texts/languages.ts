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
export type Language = {
  tag: string
  version: string
  texts: Texts
  translations: Translations
  /** What has been written online, by source. */
  online: ReadonlyMap<string, string>
}
/** A catalogue: `{ "保存": "Save" }`, with texts in ICU MessageFormat. What is empty is not translated. */
export type Catalogue = Readonly<Record<string, string>>
/** A company's own translations of what it has named, by language and name. */
export type OwnTexts = ReadonlyMap<string, ReadonlyMap<string, string>>
/** What has been written online for all companies. */
export type OnlineLanguages = {
  /** Texts by language and source. */
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Whether a language is offered, by tag; those of files are by default. */
  offered: ReadonlyMap<string, boolean>
}
export type Languages = {
  /** BCP 47 tags of those that are offered, the language of the code first. */
  readonly tags: readonly string[]
  /** Each in its own language: 中文, English, Français. */
  readonly names: readonly { tag: string; name: string }[]
  /** Tags of all, also of those that are not offered. */
  readonly all: readonly string[]
  /** The language of a tag; that of the code for an unknown one. */
  get(tag: string): Language
  /** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4); undefined if none fits. */
  find(header: string): Language | undefined
  /** The same; that of the code if none fits. */
  negotiate(header: string): Language
  /** The texts that the product and the folders of this installation bring. */
  shipped(tag: string): Catalogue
  /** The ids of all texts of the product: its sources, with their meaning where they have several. */
  readonly sources: ReadonlySet<string>
  /** Lays what is written online over the files, instead of what was before. */
  overlay(online: OnlineLanguages): void
}

const toVersion = (translated: unknown) =>
  createHash('sha256').update(JSON.stringify(translated)).digest('base64url').slice(0, 10)

const memoize = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const noTexts: ReadonlyMap<string, string> = new Map()

/** The texts of files. They are compiled when the language is first spoken. */
const toShipped = (catalogue: Catalogue) => {
  const translated = Object.entries(catalogue).filter(([, text]) => text !== '')
  return {
    // Asked for by what people have named, which may be `constructor`.
    catalogue: Object.assign(Object.create(null), catalogue) as Catalogue,
    version: translated.length === 0 ? '' : toVersion(translated),
    translations: memoize(
      (): Translations => Object.fromEntries(translated.map(([source, text]) => [source, compileMessage(text)])),
    ),
  }
}
type Shipped = ReturnType<typeof toShipped>
const nothingShipped = toShipped({})

/** Names have no values: their braces are text. */
const compileOnline = (text: string, isOfProduct: boolean) => (isOfProduct ? compileMessage(text) : [text])

/** Lays texts over those of files. Of a change only what is new is compiled. */
const toLanguage = (
  tag: string,
  { shipped, online, sources }: { shipped: Shipped; online: ReadonlyMap<string, string>; sources: ReadonlySet<string> },
): Language => {
  const compile = memoize(() => {
    const own = [...online].map(([source, text]) => [source, compileOnline(text, sources.has(source))] as const)
    const translations: Translations = { ...shipped.translations(), ...Object.fromEntries(own) }
    return { translations, texts: withQuickPlurals(createLanguage(tag, translations)) }
  })
  return {
    tag,
    version: online.size === 0 ? shipped.version : toVersion([shipped.version, ...online]),
    online,
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
export const nameLanguage = (tag: string, tags: readonly string[]): string => {
  const isAlone = tags.filter((each) => languageOf(each) === languageOf(tag)).length === 1
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(isAlone ? languageOf(tag) : tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

const maxHeaders = 1000

/** The languages as they are until the next change. */
const arrange = (files: ReadonlyMap<string, Shipped>, sources: ReadonlySet<string>, online: OnlineLanguages) => {
  const all = [...new Set([...files.keys(), ...online.offered.keys()])]
  const byTag = new Map(
    all.map((tag) => {
      const parts = { shipped: files.get(tag) ?? nothingShipped, online: online.texts.get(tag) ?? noTexts, sources }
      return [tag, toLanguage(tag, parts)] as const
    }),
  )
  const tags = all.filter((tag) => tag === sourceLanguage || (online.offered.get(tag) ?? true))
  // Every call asks, and there are few different headers.
  const negotiated = new Map<string, Language | undefined>()
  return { all, byTag, tags, names: tags.map((tag) => ({ tag, name: nameLanguage(tag, tags) })), negotiated }
}

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
  const files = new Map([...catalogues].map(([tag, catalogue]) => [tag, toShipped(catalogue)]))
  const sources = new Set([...catalogues.values()].flatMap(Object.keys))
  let now = arrange(files, sources, { texts: new Map(), offered: new Map() })
  const get = (tag: string): Language => {
    const language = now.byTag.get(tag) ?? now.byTag.get(sourceLanguage)
    if (!language) throw new Error('the language of the code is missing')
    return language
  }
  const prefer = (header: string): Language | undefined => {
    const [wanted] = new Negotiator({ headers: { 'accept-language': header } }).languages([...now.tags, 'zh'])
    return wanted === undefined ? undefined : get(wanted)
  }
  const find = (header: string): Language | undefined => {
    const { negotiated } = now
    if (negotiated.has(header)) return negotiated.get(header)
    const language = prefer(header)
    if (negotiated.size < maxHeaders) negotiated.set(header, language)
    return language
  }
  return {
    get tags() {
      return now.tags
    },
    get names() {
      return now.names
    },
    get all() {
      return now.all
    },
    get,
    find,
    negotiate: (header) => find(header) ?? get(sourceLanguage),
    shipped: (tag) => (files.get(tag) ?? nothingShipped).catalogue,
    sources,
    overlay(online) {
      now = arrange(files, sources, online)
    },
  }
}
