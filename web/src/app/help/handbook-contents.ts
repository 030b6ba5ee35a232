import type { HandbookGroup, Language } from './handbook-page.ts'

const readGroups = import.meta.glob<readonly HandbookGroup[]>('../../../../docs/using/README*.md', {
  query: '?groups',
  import: 'groups',
  eager: true,
})

const folder = '../../../../docs/using/'

/** The pages of the handbook in their order, by groups. */
export const handbookGroups: Readonly<Record<Language, readonly HandbookGroup[]>> = {
  zh: readGroups[`${folder}README.zh-CN.md`] ?? [],
  en: readGroups[`${folder}README.md`] ?? [],
}
