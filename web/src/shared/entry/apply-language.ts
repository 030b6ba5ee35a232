import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import { readCookie, writeCookie } from '../../ui/cookies.ts'
import { pageLanguage } from '../../ui/texts.ts'

const year = 60 * 60 * 24 * 365

type Languages = { language: string; companyLanguage: string }
/**
 * Loads the page again if it is in another language than the account has chosen, or else its company, unless one was chosen
 * in this browser. What the company has set lasts as long as the browser is open: the person has not chosen it.
 *
 * @returns whether the page is being loaded
 */
export const applyLanguage = ({ language, companyLanguage }: Languages): boolean => {
  const chosen = readCookie(languageCookie)
  const wanted = language || (chosen ? '' : companyLanguage)
  // A server that does not know the language would answer in another one, again and again.
  if (!wanted || wanted === pageLanguage || wanted === chosen) return false
  writeCookie(languageCookie, wanted, { path: '/', ...(language && { maxAge: year }) })
  if (readCookie(languageCookie) !== wanted) return false
  window.location.reload()
  return true
}
