import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import { writeCookie } from './cookies.ts'

const embedded = globalThis.document?.getElementById('languages')?.textContent
/** The languages to choose from, each by its own name; the server puts them into the page. */
export const languages: readonly { tag: string; name: string }[] = embedded ? JSON.parse(embedded) : []

const year = 60 * 60 * 24 * 365

/** Remembers a language for this browser, and loads the page in it. Unsaved input is asked about, as on any reload. */
export const chooseLanguage = (tag: string): void => {
  writeCookie(languageCookie, tag, { path: '/', maxAge: year })
  const username = document.querySelector<HTMLInputElement>('[name=username]')?.value
  // Kept over the reload, and by this entry of the history alone.
  if (username) history.replaceState({ ...history.state, username }, '')
  location.reload()
}

/** What was typed as the username before the language changed. */
export const keptUsername = (): string => history.state?.username ?? ''
