import type { TextKind, TextRow } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import { valuesOfSource } from './text-problems.ts'
import type { NamedText, WrittenText } from './translations.repository.ts'

/** Everything that can be written: ids of texts with what they belong to. */
export type TextCatalogue = ReadonlyMap<string, readonly TextKind[]>

/** Whether a text is a piece that stands within others. */
const isPiece = (source: string) => !/^[\p{L}\p{N}]/u.test(source)

/** Names, and for the platform alone the texts of the product; pieces of sentences come last. */
export const toCatalogue = (languages: Languages, names: readonly NamedText[], isPlatform: boolean): TextCatalogue => {
  const texts = new Map<string, TextKind[]>()
  const add = (source: string, kind: TextKind) => texts.set(source, [...(texts.get(source) ?? []), kind])
  const ofProduct = isPlatform ? [...languages.sources] : []
  for (const { source, kind } of names) if (!languages.sources.has(source)) add(source, kind)
  for (const source of ofProduct) if (!isPiece(source)) add(source, 'product')
  for (const source of ofProduct) if (isPiece(source)) add(source, 'product')
  for (const { source, kind } of names) if (languages.sources.has(source)) add(source, kind)
  return texts
}

/** A word and which of its meanings it has: `停用@state`. A name with such an end is no id. */
export const splitMeaning = (id: string, isOfProduct: boolean): { source: string; meaning: string } => {
  const [, source = id, meaning = ''] = (isOfProduct && /^(.+)@([A-Za-z]+)$/s.exec(id)) || []
  return { source, meaning }
}

/** What a language says of a text before anything is written by the reader's company: files, and for companies the platform. */
export const createShipped =
  (languages: Languages, isPlatform: boolean) =>
  (tag: string, id: string): string => {
    const online = isPlatform ? undefined : languages.get(tag).online.get(id)
    if (online !== undefined) return online
    const shipped = languages.shipped(tag)[id] ?? ''
    return shipped === '' && tag === sourceLanguage ? splitMeaning(id, languages.sources.has(id)).source : shipped
  }

type RowParts = {
  languages: Languages
  shipped: (tag: string, id: string) => string
  tag: string
  written: WrittenText | undefined
  kinds: readonly TextKind[] | undefined
}
export const toTextRow = (id: string, { languages, shipped, tag, written, kinds }: RowParts): TextRow => {
  const isOfProduct = languages.sources.has(id)
  const { source, meaning } = splitMeaning(id, isOfProduct)
  return {
    id,
    source,
    meaning,
    kinds: [...(kinds ?? [])],
    shipped: shipped(tag, id),
    text: written?.text ?? null,
    values: isOfProduct ? valuesOfSource(source) : [],
    unused: kinds === undefined,
    updateTime: written?.updateTime ?? null,
    updateBy: written?.updateBy ?? null,
    version: written?.version ?? 0,
  }
}
