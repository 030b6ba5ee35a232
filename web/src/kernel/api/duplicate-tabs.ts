import { hasTabSession, replaceTokens, type Tokens } from './tokens.ts'

const channel = 'atrium.tab-session'
type TokenUpdate = { former: Tokens; next: Tokens }

const isTokenUpdate = (data: unknown): data is TokenUpdate =>
  typeof data === 'object' && data !== null && 'former' in data && 'next' in data

/** Notifies duplicates of this tab, which share its tab session, of the renewed tokens. */
export const notifyDuplicateTabs = (former: Tokens, next: Tokens): void => {
  if (!hasTabSession()) return
  const open = new BroadcastChannel(channel)
  open.postMessage({ former, next } satisfies TokenUpdate)
  open.close()
}

/**
 * Adopts tokens of the tab session that a duplicate of this tab has renewed.
 * @returns a function that stops it
 */
export const followDuplicateTabs = (): (() => void) => {
  const open = new BroadcastChannel(channel)
  open.onmessage = ({ data }) => isTokenUpdate(data) && replaceTokens(data.former, data.next)
  return () => open.close()
}
