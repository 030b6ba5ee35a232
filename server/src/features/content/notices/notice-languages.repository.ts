import type { NoticeText } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { currentLanguage } from '@atrium/contract/kernel/texts.ts'
import { sql } from 'kysely'

/** What a notice says in other languages than its own, by BCP 47 tag. */
export type NoticeTranslations = Readonly<Record<string, NoticeText>>

/** A part of a notice in the reader's language, if the notice has it; else as it was written. */
export const inReadersLanguage = (part: keyof NoticeText) =>
  sql<string>`coalesce(notices.translations -> ${currentLanguage()} ->> ${sql.lit(part)}, notices.${sql.ref(part)})`
/** The language that these parts are in. */
export const shownLanguage = () =>
  sql<string>`case when notices.translations ? ${currentLanguage()} then ${currentLanguage()} else notices.language end`
/** Whether a title in any language is like a pattern. */
export const anyTitleLike = (pattern: string) =>
  sql<boolean>`(notices.title ilike ${pattern} or exists (
    select from jsonb_each(notices.translations) as other (tag, said) where said ->> 'title' ilike ${pattern}))`
