import { readStored, writeStored } from '../page/storage.ts'

/** What a signed-in browser keeps (spec §3): the pair, and the key of encrypted bodies. */
export type Tokens = { token: string; refreshToken: string; aesKey: string }

/** The tokens as they are now; another tab may have renewed them a moment ago, so nothing is cached. */
export const storedTokens = (): Tokens | undefined => {
  const token = readStored('local', 'token')
  if (!token) return undefined
  return { token, refreshToken: readStored('local', 'refreshToken') ?? '', aesKey: readStored('local', 'aesKey') ?? '' }
}

/** Keeps the trio of a new or renewed session; the temporary token has done its work. */
export const keepTokens = ({ token, refreshToken, aesKey }: Tokens): void => {
  temporary = undefined
  writeStored('local', 'aesKey', aesKey)
  writeStored('local', 'refreshToken', refreshToken)
  writeStored('local', 'token', token)
}

/** Forgets the session in this browser. */
export const clearTokens = (): void => {
  temporary = undefined
  for (const name of ['token', 'refreshToken', 'aesKey']) writeStored('local', name, undefined)
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
    if (swept || event.key === 'token') listener(storedTokens() !== undefined)
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
