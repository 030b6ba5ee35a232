import { readStored, writeStored } from '../page/storage.ts'

/** What a signed-in browser keeps (spec §3): the pair, and the key of encrypted bodies. */
export type Tokens = { token: string; refreshToken: string; aesKey: string }
/** The person's own session serves every tab; that of a company visited serves the tab it was entered in. */
type Area = 'local' | 'session'

const read = (area: Area): Tokens | undefined => {
  const token = readStored(area, 'token')
  if (!token) return undefined
  return { token, refreshToken: readStored(area, 'refreshToken') ?? '', aesKey: readStored(area, 'aesKey') ?? '' }
}
const write = (area: Area, { token, refreshToken, aesKey }: Tokens) => {
  writeStored(area, 'aesKey', aesKey)
  writeStored(area, 'refreshToken', refreshToken)
  writeStored(area, 'token', token)
}
const clear = (area: Area) => {
  for (const name of ['token', 'refreshToken', 'aesKey']) writeStored(area, name, undefined)
}

/**
 * The tokens of this tab as they are now, those of a company visited first; another tab may have renewed them a moment
 * ago, so nothing is cached.
 */
export const storedTokens = (): Tokens | undefined => read('session') ?? read('local')

/** Whether this tab acts as another company than the rest of the browser. */
export const isActing = (): boolean => read('session') !== undefined

/** Keeps the trio of a new session; the temporary token has done its work, and nobody is visited any more. */
export const keepTokens = (tokens: Tokens): void => {
  temporary = undefined
  clear('session')
  write('local', tokens)
}

/** Keeps the trio of a company that is visited, for this tab alone: it survives a reload and reaches no other tab. */
export const keepActingTokens = (tokens: Tokens): void => write('session', tokens)

/** Lets go of the company that is visited: the person's own session counts again. */
export const dropActingTokens = (): void => clear('session')

/** Puts a renewed trio in the place of the one it was got for; nowhere, if that has been given up meanwhile. */
export const replaceTokens = ({ token }: Tokens, next: Tokens): void => {
  for (const area of ['session', 'local'] as const) if (read(area)?.token === token) write(area, next)
}

/** Forgets the session in this browser, and the company visited with it. */
export const clearTokens = (): void => {
  temporary = undefined
  clear('session')
  clear('local')
}

let temporary: string | undefined
/** The token between verify and accessToken. It is worth five minutes, so it lives in memory alone. */
export const keepTemporaryToken = (token: string | undefined): void => {
  temporary = token
}

/** What travels in the header: a temporary token takes precedence (spec §7). */
export const headerToken = (): string | undefined => temporary ?? storedTokens()?.token

/** Tells when another tab has signed in or out. Returns the way to stop listening. */
export const onSessionChangedElsewhere = (listener: (signedIn: boolean) => void): (() => void) => {
  const heard = (event: StorageEvent) => {
    const swept = event.key === null
    if (!swept && event.key !== 'token') return
    const signedIn = read('local') !== undefined
    // Who has signed out acts as nobody any more.
    if (!signedIn) dropActingTokens()
    listener(signedIn)
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
