import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Language, Languages } from './kernel/texts/languages.ts'
import type { OnlineTexts } from './kernel/texts/online-texts.ts'

/** Texts of the chunks that a page loads first, as the build lists them; see `texts-plugin.ts`. */
type FirstTexts = { chunks: string[]; texts: string[] }

const pick = ({ translations }: Language, texts: readonly string[]) =>
  Object.fromEntries(texts.flatMap((text) => (translations[text] === undefined ? [] : [[text, translations[text]]])))

const readList = async <T>(folder: string, name: string): Promise<T | undefined> => {
  const json = await readFile(join(folder, 'texts', `${name}.json`), 'utf8').catch(() => undefined)
  return json === undefined ? undefined : (JSON.parse(json) as T)
}

/**
 * What a page in another language than the code's needs to begin with: the translations of its first chunks.
 *
 * @param folder of the built entry
 * @returns undefined in a language without translations, as that of the code is unless texts are replaced
 */
export const readFirstTexts = async (folder: string, language: Language) => {
  const found = language.version === '' ? undefined : await readList<FirstTexts>(folder, 'first')
  if (!found) return undefined
  const { tag, version } = language
  return { language: tag, version, chunks: found.chunks, translations: pick(language, found.texts) }
}

const maxChunks = 200
const isName = (name: string) => /^[\w.-]{1,100}$/.test(name)

type Query = { language?: string; version?: string; chunks?: string }
export type TextSources = { languages: Languages; onlineTexts: Pick<OnlineTexts, 'refreshNow'> }

/**
 * Serves the translations of chunks at `texts?language=…&version=…&chunks=…`, their names separated by commas. What a
 * version says never changes; where it is not the one of this node, as a moment after a change, nothing keeps the reply,
 * nor where a chunk is one of another release, as long as an installation is updated.
 */
export const serveTexts = (server: FastifyInstance, base: string, folder: string, sources: TextSources): void => {
  const { languages, onlineTexts } = sources
  server.get<{ Querystring: Query }>(`${base}texts`, async ({ query }, reply) => {
    const { language = '', version = '', chunks = '' } = query
    const names = String(chunks).split(',').slice(0, maxChunks).filter(isName)
    const texts = await Promise.all(names.map((name) => readList<string[]>(folder, name)))
    const isCurrent = () => languages.get(String(language)).version === version
    if (!isCurrent()) await onlineTexts.refreshNow()
    const isWhole = texts.every((each) => each !== undefined)
    const caching = isWhole && isCurrent() ? 'public, max-age=31536000, immutable' : 'no-store'
    return reply.header('cache-control', caching).send(
      pick(
        languages.get(String(language)),
        texts.flatMap((each) => each ?? []),
      ),
    )
  })
}
