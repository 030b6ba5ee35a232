import { readStored, writeStored } from '../page/storage.ts'
import { kernelCalls } from './kernel-calls.ts'
import { clearTabTokens, storeTabTokens, storeTokens, type Tokens } from './tokens.ts'

const name = 'atrium.arrival'
const kinds = ['success', 'warning'] as const
/** Toast to show after arriving in another company, or back home. */
export type ArrivalMessage = { kind: (typeof kinds)[number]; text: string }

let leaving = false
/** Whether this page is about to be replaced by another company's. */
export const isLeavingPage = (): boolean => leaving

/** Loads the first page, so that nothing of the previous company stays in memory. */
const reloadEntry = ({ kind, text }: ArrivalMessage) => {
  leaving = true
  writeStored('session', name, `${kind} ${text}`)
  location.assign(kernelCalls().start)
}

/** Starts acting as another company, in this tab only. */
export const startTabSession = (tokens: Tokens, arrival: ArrivalMessage): void => {
  storeTabTokens(tokens)
  reloadEntry(arrival)
}

/** Switches to another of the user's own companies, in every tab. */
export const switchSession = (tokens: Tokens, arrival: ArrivalMessage): void => {
  storeTokens(tokens)
  reloadEntry(arrival)
}

/** Returns to the user's own company. */
export const endTabSession = (arrival: ArrivalMessage): void => {
  clearTabTokens()
  reloadEntry(arrival)
}

/** Discards the tab session's tokens on a page that is about to be replaced. */
export const discardTabSession = (): void => {
  leaving = true
  clearTabTokens()
}

/** Returns the pending arrival message once. */
export const takeArrivalMessage = (): ArrivalMessage | undefined => {
  const stored = readStored('session', name) ?? ''
  writeStored('session', name, undefined)
  const kind = kinds.find((each) => stored.startsWith(`${each} `))
  return kind && { kind, text: stored.slice(kind.length + 1) }
}
