import type {
  LanguageRow,
  TextRow,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { translationsErrors } from '@atrium/contract/features/system/translations/translations.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { currentLanguage, sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { assertPageDepth, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { nameLanguage } from '../../../kernel/texts/languages.ts'
import { givenName, productName } from '../../../kernel/texts/product-name.ts'
import { createShipped, type TextCatalogue, toCatalogue, toTextRow } from './text-catalogue.ts'
import { problemWithText } from './text-problems.ts'
import { rankTexts } from './text-search.ts'
import { translationsRepository as repository } from './translations.repository.ts'

type Bodies = typeof translationsContract
type TextsQuery = InputOf<Bodies['list']>['query']
type WriteBody = InputOf<Bodies['write']>['body']
type ResetBody = InputOf<Bodies['reset']>['body']
type LanguageBody = InputOf<Bodies['setLanguage']>['body']
export type TranslationsPorts = Pick<BasePorts, 'languages' | 'onlineTexts'>

/** So many texts a company may write, in all languages. */
export const maxOwn = 50_000

export const readCatalogue = async (
  db: Db,
  { platform }: Actor,
  languages: TranslationsPorts['languages'],
): Promise<TextCatalogue> => toCatalogue(languages, await repository.names(db, platform), platform)

/** Throws `unknownLanguage`. */
export const assertKnown = ({ all }: TranslationsPorts['languages'], tag: string): void => {
  if (!all.includes(tag)) throw refusalAt(translationsErrors.unknownLanguage, 'language')
}

/** The caller's language, or for readers of the source the first other one. */
const pickLanguage = ({ all }: TranslationsPorts['languages']): string => {
  const own = currentLanguage()
  return own === sourceLanguage ? (all.find((tag) => tag !== sourceLanguage) ?? own) : own
}

/** A tag as it is written: fr, pt-BR. Throws `badTag`. */
const toCanonical = (tag: string): string => {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag)
    // A language without a name is none.
    if (new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(canonical)) return canonical
  } catch {
    // It is no tag at all.
  }
  throw refusalAt(translationsErrors.badTag, 'tag')
}

const isInState = (row: TextRow, state: TextsQuery['f.state']): boolean => {
  if (state === 'missing') return !row.unused && (row.text ?? row.shipped) === ''
  if (state === 'changed') return !row.unused && row.text !== null
  return state === 'unused' ? row.unused : true
}
const byRank = (one: { rank: number }, other: { rank: number }) => other.rank - one.rank

/** Texts in all languages: what the product says, and what administrators have named. */
export const createTranslations = ({ languages, onlineTexts }: TranslationsPorts) => {
  const changed = async (scope: RequestScope) => {
    await repository.noteChange(scope.db, scope.actor.companyId)
    scope.afterCommit(onlineTexts.changed)
  }
  /** All rows of a language that the actor may see. */
  const readRows = async (db: Db, actor: Actor, tag: string): Promise<TextRow[]> => {
    const [catalogue, written] = [
      await readCatalogue(db, actor, languages),
      await repository.written(db, actor.companyId, tag),
    ]
    const bySource = new Map(written.map((row) => [row.source, row]))
    const shipped = createShipped(languages, actor.platform)
    const unused = written.map(({ source }) => source).filter((source) => !catalogue.has(source))
    return [...unused, ...catalogue.keys()].map((id) =>
      toTextRow(id, { languages, shipped, tag, written: bySource.get(id), kinds: catalogue.get(id) }),
    )
  }
  /** A text in every language, for a search. */
  const textsOf = (row: TextRow): string[] => [
    row.source,
    ...(row.text === null ? [] : [row.text]),
    ...languages.all.flatMap((tag) => [
      languages.get(tag).online.get(row.id) ?? '',
      languages.shipped(tag)[row.id] ?? '',
    ]),
  ]
  const searchRows = (rows: readonly TextRow[], search: string): TextRow[] =>
    search === ''
      ? [...rows]
      : rows
          .map((row) => ({ row, rank: rankTexts(textsOf(row), search, row.values.length > 0) }))
          .filter(({ rank }) => rank > 0)
          .sort(byRank)
          .map(({ row }) => row)

  return {
    async list({ db, actor }: RequestScope, query: TextsQuery) {
      assertPageDepth(query)
      const language = query['f.language'] ?? pickLanguage(languages)
      assertKnown(languages, language)
      const kind = query['f.kind']
      const rows = (await readRows(db, actor, language)).filter(
        (row) => (kind === undefined || row.kinds.includes(kind)) && isInState(row, query['f.state']),
      )
      const found = searchRows(rows, query.search)
      const from = (query.page - 1) * query.size
      return { data: found.slice(from, from + query.size), total: found.length }
    },

    async languages({ db, actor }: RequestScope): Promise<LanguageRow[]> {
      const catalogue = await readCatalogue(db, actor, languages)
      const stored = new Map((await repository.languages(db)).map((row) => [row.tag, row]))
      const counts = new Map(
        (await repository.countByLanguage(db, actor.companyId)).map(({ language, count }) => [language, count]),
      )
      const shipped = createShipped(languages, actor.platform)
      const rows: LanguageRow[] = []
      for (const tag of languages.all) {
        const written = new Set((await repository.written(db, actor.companyId, tag)).map(({ source }) => source))
        const isTranslated = (id: string) => written.has(id) || shipped(tag, id) !== ''
        const [product, content] = [
          { texts: 0, translated: 0 },
          { texts: 0, translated: 0 },
        ]
        for (const [id, kinds] of catalogue) {
          const group = kinds.includes('product') ? product : content
          group.texts += 1
          if (isTranslated(id)) group.translated += 1
        }
        rows.push({
          tag,
          name: nameLanguage(tag, languages.all),
          offered: languages.tags.includes(tag),
          product,
          content,
          written: counts.get(tag) ?? 0,
          version: stored.get(tag)?.version ?? 0,
        })
      }
      return rows
    },

    /** How a name reads in each language. It may be asked for as the caller sees it. */
    async name({ db, actor }: RequestScope, { name }: { name: string }) {
      const names = (await repository.names(db, actor.platform)).map(({ source }) => source)
      const source =
        names.find((each) => each === name) ??
        names.find((each) => productName(each) === name || givenName(each) === name) ??
        name
      const written = new Map(
        (await repository.ofSource(db, actor.companyId, source)).map((row) => [row.language, row]),
      )
      const shipped = createShipped(languages, actor.platform)
      return {
        source,
        languages: languages.all
          .filter((tag) => tag !== sourceLanguage)
          .map((tag) => ({
            tag,
            name: nameLanguage(tag, languages.all),
            shipped: shipped(tag, source),
            text: written.get(tag)?.text ?? null,
            version: written.get(tag)?.version ?? 0,
          })),
      }
    },

    /** Throws `unknownLanguage`, `unknownText`, `faultyText` with the field, `tooManyOwn` and 409. */
    async write(scope: RequestScope, { language, source, text, version }: WriteBody) {
      const { db, actor } = scope
      assertKnown(languages, language)
      const isOfProduct = languages.sources.has(source)
      const isKnown = (actor.platform && isOfProduct) || (await readCatalogue(db, actor, languages)).has(source)
      if (!isKnown) throw refusalAt(translationsErrors.unknownText, 'source')
      const problem = isOfProduct ? problemWithText(source, text) : undefined
      if (problem !== undefined)
        throw new AppError(translationsErrors.faultyText, { errors: [{ field: 'text', msg: problem }] })
      // Changes of one company come one after the other.
      await changed(scope)
      const before = await repository.findForUpdate(db, actor.companyId, language, source)
      if ((before?.version ?? 0) !== version) throw new AppError(kernelErrors.versionConflict)
      if (!before && (await repository.count(db, actor.companyId)) >= maxOwn)
        throw new AppError(translationsErrors.tooManyOwn)
      await repository.write(db, actor.companyId, language, [{ source, text }], toAuthor(scope))
      scope.note({ entityName: source, before: { language, text: before?.text ?? '' }, after: { language, text } })
      return null
    },

    /** Throws `unknownText` where nothing is written, and 409. */
    async reset(scope: RequestScope, { language, source, version }: ResetBody) {
      const { db, actor } = scope
      await changed(scope)
      const before = await repository.findForUpdate(db, actor.companyId, language, source)
      if (!before) throw new AppError(translationsErrors.unknownText)
      if (before.version !== version) throw new AppError(kernelErrors.versionConflict)
      await repository.remove(db, actor.companyId, language, source)
      scope.note({ entityName: source, before: { language, text: before.text }, after: { language, text: '' } })
      return null
    },

    /** Throws `platformOnly`, `badTag`, `sourceLanguage` and 409. */
    async setLanguage(scope: RequestScope, { tag, offered, version }: LanguageBody) {
      const { db, actor } = scope
      if (!actor.platform) throw new AppError(translationsErrors.platformOnly)
      const language = languages.all.includes(tag) ? tag : toCanonical(tag)
      if (language === sourceLanguage) throw refusalAt(translationsErrors.sourceLanguage, 'tag')
      await changed(scope)
      const before = await repository.findLanguage(db, language)
      if ((before?.version ?? 0) !== version) throw new AppError(kernelErrors.versionConflict)
      await repository.setLanguage(db, language, offered, toAuthor(scope))
      scope.note({ entityName: language, before: { offered: before?.offered ?? null }, after: { offered } })
      return { tag: language }
    },
  }
}
