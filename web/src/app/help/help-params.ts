import { isChinese } from '../../ui/texts.ts'
import { paths } from '../paths.ts'
import type { Language } from './handbook-page.ts'

/** What an address of the handbook says: a page, or the component of the page of the console that it is about; its language. */
export const helpParams = { page: 'page', component: 'of', language: 'lang' } as const

/** The handbook is in Chinese and in English, which readers of any other language get. */
export const usualLanguage: Language = isChinese ? 'zh' : 'en'

/** The language that an address asks for, or else that of the page. */
export const readLanguage = (search: URLSearchParams): Language => {
  const asked = search.get(helpParams.language)
  return asked === 'zh' || asked === 'en' ? asked : usualLanguage
}
/** How an address asks for a language; empty for that of the page. */
export const languageParam = (language: Language): string => (language === usualLanguage ? '' : language)

/** The address of a page of the handbook. */
export const toHelpAddress = (name: string, language = usualLanguage): string => {
  const query = new URLSearchParams({
    ...(name !== '' && { [helpParams.page]: name }),
    ...(language !== usualLanguage && { [helpParams.language]: language }),
  }).toString()
  return query === '' ? paths.help : `${paths.help}?${query}`
}
