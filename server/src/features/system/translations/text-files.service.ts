import { createHash } from 'node:crypto'
import {
  maxImportedTexts,
  maxTextLength,
  type TextsImpact,
  type translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { translationsErrors } from '@atrium/contract/features/system/translations/translations.errors.ts'
import type { Binary } from '@atrium/contract/kernel/binary.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isVisibleText } from '@atrium/contract/kernel/visible-text.ts'
import { toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type RequestScope } from '../../../kernel/scope.ts'
import { type PoText, readPo, writePo } from './po-file.ts'
import { createShipped, splitMeaning, type TextCatalogue } from './text-catalogue.ts'
import { problemWithText } from './text-problems.ts'
import { translationsRepository as repository } from './translations.repository.ts'
import { assertKnown, maxOwn, readCatalogue, type TranslationsPorts } from './translations.service.ts'

type ExportBody = InputOf<(typeof translationsContract)['exportTexts']>['body']

/** So many changes and problems are shown; the counts are exact. */
const maxShown = 20

const problemWithLength = (text: string): string | undefined => {
  if (text.length > maxTextLength) return t('最多 {max} 个字符', { max: maxTextLength })
  return isVisibleText(text) ? undefined : t('不能包含不可见字符')
}

/** Files of texts for translators. */
export const createTextFiles = ({ languages, onlineTexts }: TranslationsPorts) => {
  const shippedFor = (actor: Actor) => createShipped(languages, actor.platform)

  const compare = (
    texts: readonly PoText[],
    of: { catalogue: TextCatalogue; before: (id: string) => string },
  ): { writes: PoText[]; impact: Omit<TextsImpact, 'edition'> } => {
    const counts = { added: 0, changed: 0, same: 0, unknown: 0, faulty: 0 }
    const writes: PoText[] = []
    const impact: Omit<TextsImpact, 'edition'> = { counts, changes: [], problems: [] }
    for (const each of texts) {
      const isOfProduct = languages.sources.has(each.id)
      const { source } = splitMeaning(each.id, isOfProduct)
      const before = of.before(each.id)
      if (!of.catalogue.has(each.id)) {
        counts.unknown += 1
        continue
      }
      const msg = problemWithLength(each.text) ?? (isOfProduct ? problemWithText(source, each.text) : undefined)
      if (msg !== undefined) {
        counts.faulty += 1
        if (impact.problems.length < maxShown) impact.problems.push({ line: each.line, source, msg })
        continue
      }
      if (before === each.text) {
        counts.same += 1
        continue
      }
      counts[before === '' ? 'added' : 'changed'] += 1
      if (impact.changes.length < maxShown) impact.changes.push({ source, before, after: each.text })
      writes.push(each)
    }
    return { writes, impact }
  }
  const compareStored = async (db: Db, actor: Actor, language: string, texts: readonly PoText[]) => {
    const catalogue = await readCatalogue(db, actor, languages)
    const written = new Map(
      (await repository.written(db, actor.companyId, language)).map(({ source, text }) => [source, text]),
    )
    const shipped = shippedFor(actor)
    return compare(texts, { catalogue, before: (id) => written.get(id) ?? shipped(language, id) })
  }

  return {
    /** Throws `unknownLanguage`. */
    async exportTexts(scope: RequestScope, { language, missing, kind }: ExportBody): Promise<Binary> {
      const { db, actor } = scope
      assertKnown(languages, language)
      const catalogue = await readCatalogue(db, actor, languages)
      const written = new Map(
        (await repository.written(db, actor.companyId, language)).map(({ source, text }) => [source, text]),
      )
      const shipped = shippedFor(actor)
      const rows = [...catalogue].flatMap(([id, kinds]) => {
        const isMessage = languages.sources.has(id)
        const text = written.get(id) ?? shipped(language, id)
        if ((missing && text !== '') || (kind !== null && !kinds.includes(kind))) return []
        return [{ ...splitMeaning(id, isMessage), kinds, text, isMessage }]
      })
      scope.note({ entityName: language, after: { language, rows: rows.length } })
      return {
        bytes: writePo(language, rows),
        type: 'text/x-gettext-translation; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="${language}.po"` },
      }
    },

    /** Throws `unknownLanguage`, `unreadableFile`, `otherLanguage`, `tooManyTexts`, and 111 with what changes. */
    async importTexts(scope: RequestScope, language: string, file: Uint8Array) {
      const { db, actor } = scope
      assertKnown(languages, language)
      const { language: ofFile, texts } = readPo(file)
      if (ofFile !== '' && ofFile.toLowerCase() !== language.toLowerCase())
        throw new AppError(translationsErrors.otherLanguage)
      if (texts.length > maxImportedTexts) throw new AppError(translationsErrors.tooManyTexts)
      // Changes of one company come one after the other.
      await repository.noteChange(db, actor.companyId)
      const { writes, impact } = await compareStored(db, actor, language, texts)
      scope.confirm({ edition: createHash('sha256').update(file).digest('hex'), ...impact })
      await repository.write(
        db,
        actor.companyId,
        language,
        writes.map(({ id, text }) => ({ source: id, text })),
        toAuthor(scope),
      )
      if ((await repository.count(db, actor.companyId)) > maxOwn) throw new AppError(translationsErrors.tooManyOwn)
      scope.note({ entityName: language, after: { language, rows: writes.length } })
      scope.afterCommit(onlineTexts.changed)
      return null
    },
  }
}
