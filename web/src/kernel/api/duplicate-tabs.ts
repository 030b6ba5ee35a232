import { isActing, replaceTokens, type Tokens } from './tokens.ts'

const channel = 'atrium.visit'
type News = { former: Tokens; next: Tokens }

const isNews = (data: unknown): data is News =>
  typeof data === 'object' && data !== null && 'former' in data && 'next' in data

/** A duplicated tab carries on the same visit: tells it what took the place of its tokens. */
export const tellCopies = (former: Tokens, next: Tokens): void => {
  if (!isActing()) return
  const open = new BroadcastChannel(channel)
  open.postMessage({ former, next } satisfies News)
  open.close()
}

/** Keeps up with a copy of this tab that renews the tokens of their visit. Returns the way to stop. */
export const followCopies = (): (() => void) => {
  const open = new BroadcastChannel(channel)
  open.onmessage = ({ data }) => isNews(data) && replaceTokens(data.former, data.next)
  return () => open.close()
}
