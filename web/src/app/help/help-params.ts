import { paths } from '../paths.ts'

/** What an address of the handbook says: a page, or the component of the page of the console that it is about; English. */
export const helpParams = { page: 'page', component: 'of', language: 'lang' } as const

export const isEnglish = (search: URLSearchParams): boolean => search.get(helpParams.language) === 'en'

/** The address of a page of the handbook. */
export const toHelpAddress = (name: string, english = false): string => {
  const query = new URLSearchParams({
    ...(name !== '' && { [helpParams.page]: name }),
    ...(english && { [helpParams.language]: 'en' }),
  }).toString()
  return query === '' ? paths.help : `${paths.help}?${query}`
}
