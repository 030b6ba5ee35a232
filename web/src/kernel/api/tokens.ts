import { readStored, writeStored } from '../page/storage.ts'

/** Session tokens in the browser's storage: access token, refresh token, and the key of encrypted bodies. */
export type Tokens = { token: string; refreshToken: string; aesKey: string }
/** `local` holds the own session, shared by all tabs; `session` holds a tab session: acting in another company, in one tab only. */
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

/** Tokens of this tab, those of a tab session first. Not cached: another tab may have renewed them. */
export const storedTokens = (): Tokens | undefined => read('session') ?? read('local')

/** Whether this tab has a session of its own. */
export const hasTabSession = (): boolean => read('session') !== undefined

/** Stores the tokens of a new session; discards the temporary token and any tab session. */
export const storeTokens = (tokens: Tokens): void => {
  temporary = undefined
  clear('session')
  write('local', tokens)
}

/** Stores the tokens of a tab session; they survive a reload. */
export const storeTabTokens = (tokens: Tokens): void => write('session', tokens)

/** Discards the tokens of a tab session: the own session applies again. */
export const clearTabTokens = (): void => clear('session')

/** Replaces the former tokens with renewed ones, wherever they are still stored. */
export const replaceTokens = ({ token }: Tokens, next: Tokens): void => {
  for (const area of ['session', 'local'] as const) if (read(area)?.token === token) write(area, next)
}

/** Discards all tokens in this browser. */
export const clearTokens = (): void => {
  temporary = undefined
  clear('session')
  clear('local')
}

let temporary: string | undefined
/** Stores the token between verify and accessToken. It is valid for five minutes and kept only in memory. */
export const storeTemporaryToken = (token: string | undefined): void => {
  temporary = token
}

/** The token to send; a temporary token takes precedence. */
export const headerToken = (): string | undefined => temporary ?? storedTokens()?.token

/**
 * Whether a refusal of this token concerns the stored session. It does not if another tab has stored the tokens of
 * another session meanwhile, or has renewed these: a late answer must not clear them.
 */
export const isStillStored = (token: string | undefined): boolean => {
  const current = headerToken()
  return current === undefined || current === token
}

/**
 * Calls the listener when another tab signs in or out.
 * @returns a function that removes it
 */
export const onSessionChangedElsewhere = (listener: (signedIn: boolean) => void): (() => void) => {
  const handleStorage = (event: StorageEvent) => {
    const isCleared = event.key === null
    if (!isCleared && event.key !== 'token') return
    const signedIn = read('local') !== undefined
    // Signing out ends a tab session as well.
    if (!signedIn) clearTabTokens()
    listener(signedIn)
  }
  addEventListener('storage', handleStorage)
  return () => removeEventListener('storage', handleStorage)
}
