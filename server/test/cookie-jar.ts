type Sent = { token?: string | undefined; body?: unknown; cookie?: string | undefined }
type Got = { setCookie: readonly string[]; body: unknown }

const refreshTokenIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'refreshToken' in body ? String(body.refreshToken) : undefined

/**
 * What a browser does with cookies, for test clients that hold several sessions: the cookies that came with a token go
 * wherever that token goes.
 */
export const createCookieJar = () => {
  const held = new Map<string, string>()
  return {
    /** The cookies to show with a request; what the caller set himself stays. */
    cookieFor: ({ token = '', body, cookie }: Sent): string | undefined =>
      cookie ?? held.get(token) ?? held.get(refreshTokenIn(body) ?? ''),
    /** Takes note of an answer. In: the cookies that went with the request, and what came back. */
    learn(shown: string | undefined, { setCookie, body }: Got) {
      const fresh = setCookie.flatMap((each) => each.split(';', 1)[0] ?? [])
      const cookies = fresh.length > 0 ? fresh.join('; ') : shown
      const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
      if (!cookies || typeof data !== 'object' || data === null || !('token' in data)) return
      held.set(String(data.token), cookies)
      const refreshToken = refreshTokenIn(data)
      if (refreshToken) held.set(refreshToken, cookies)
    },
  }
}
