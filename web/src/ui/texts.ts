import { createLanguage, setLanguageSource, sourceLanguage, t } from '@atrium/contract/kernel/texts.ts'

type Translations = Parameters<typeof createLanguage>[1]
/** What the server puts into a page of another language: the translations of the first chunks, and where others are. */
type PageTexts = { language: string; version: string; chunks: string[]; translations: Translations }

// Scripts read some modules outside of a page.
const embedded = globalThis.document?.getElementById('texts')?.textContent
const page: PageTexts = embedded
  ? JSON.parse(embedded)
  : { language: sourceLanguage, version: '', chunks: [], translations: {} }

const language = createLanguage(page.language, page.translations)
// Constants of modules are texts too: this module runs before all that use it.
setLanguageSource(() => language)

/** The language of the page, as a BCP 47 tag. */
export const pageLanguage = page.language
export const isChinese = pageLanguage === sourceLanguage

const loading = new Map<string, Promise<void>>(page.chunks.map((chunk) => [chunk, Promise.resolve()]))

const fetchTexts = async (chunks: readonly string[]) => {
  const names = chunks.map((chunk) => chunk.replace('assets/texts/', '').replace(/\.js$/, ''))
  const query = new URLSearchParams({ language: page.language, version: page.version, chunks: names.join(',') })
  const reply = await fetch(`${import.meta.env.BASE_URL}texts?${query}`)
  if (reply.ok) language.load(page.language, (await reply.json()) as Translations)
}

/**
 * Loads the translations of chunks before they run, those not yet asked for in one request. What cannot be loaded stays
 * in Chinese.
 *
 * @param chunks addresses relative to the entry, as the build writes them; those with texts begin with `assets/texts/`
 * @returns undefined if there is nothing to wait for
 * @public the build calls it; see `texts-plugin.ts`
 */
export const loadTexts = (chunks: readonly string[] = []): Promise<unknown> | undefined => {
  if (page.version === '') return undefined
  const wanted = chunks.filter((chunk) => chunk.startsWith('assets/texts/'))
  const missing = wanted.filter((chunk) => !loading.has(chunk))
  const arrived = missing.length > 0 ? fetchTexts(missing).catch(() => undefined) : undefined
  for (const chunk of missing) if (arrived) loading.set(chunk, arrived)
  return Promise.all(wanted.map((chunk) => loading.get(chunk)))
}

export { t }
