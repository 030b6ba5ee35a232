import { readStored, writeStored } from '../page/storage.ts'
import { dropActingTokens, keepActingTokens, keepTokens, type Tokens } from './tokens.ts'

const name = 'atrium.arrival'
const kinds = ['success', 'warning'] as const
/** What there is to say to somebody who has just come to another company, or home. */
export type Arrival = { kind: (typeof kinds)[number]; text: string }

let leaving = false
/** Whether this page is being given up for that of another company. */
export const isLeaving = (): boolean => leaving

/** The page begins anew, so that nothing of the company that is left stays in its memory. */
const beginAnew = ({ kind, text }: Arrival) => {
  leaving = true
  writeStored('session', name, `${kind} ${text}`)
  location.assign(import.meta.env.BASE_URL)
}

/** Acts as another company from now on, in this tab alone. */
export const beginActing = (tokens: Tokens, arrival: Arrival): void => {
  keepActingTokens(tokens)
  beginAnew(arrival)
}

/** Goes on in another company of one's own, in every tab. */
export const changeCompany = (tokens: Tokens, arrival: Arrival): void => {
  keepTokens(tokens)
  beginAnew(arrival)
}

/** Acts as oneself again. */
export const endActing = (arrival: Arrival): void => {
  dropActingTokens()
  beginAnew(arrival)
}

/** Speaks as oneself again, on a page that is about to be given up. */
export const leaveVisit = (): void => {
  leaving = true
  dropActingTokens()
}

/** What there is to say to somebody who has just arrived; told once. */
export const takeArrival = (): Arrival | undefined => {
  const stored = readStored('session', name) ?? ''
  writeStored('session', name, undefined)
  const kind = kinds.find((each) => stored.startsWith(`${each} `))
  return kind && { kind, text: stored.slice(kind.length + 1) }
}
