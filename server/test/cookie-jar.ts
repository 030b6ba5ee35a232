type Sent = { token?: string | undefined; body?: unknown; cookie?: string | undefined }
type Received = { setCookie: readonly string[]; body: unknown }

const refreshTokenIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'refreshToken' in body ? String(body.refreshToken) : undefined

/** Cookies of test clients with several sessions, as a browser keeps them: the cookies set with a token go with it. */
export const createCookieJar = () => {
  const cookiesByToken = new Map<string, string>()
  return {
    /** Cookies to send with a request. An explicit cookie header stays. */
    cookieFor: ({ token = '', body, cookie }: Sent): string | undefined =>
      cookie ?? cookiesByToken.get(token) ?? cookiesByToken.get(refreshTokenIn(body) ?? ''),
    /** Stores the cookies of a response under its tokens. `sentCookies` are those of the request. */
    store(sentCookies: string | undefined, { setCookie, body }: Received) {
      const fresh = setCookie.flatMap((each) => each.split(';', 1)[0] ?? [])
      const cookies = fresh.length > 0 ? fresh.join('; ') : sentCookies
      const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
      if (!cookies || typeof data !== 'object' || data === null || !('token' in data)) return
      cookiesByToken.set(String(data.token), cookies)
      const refreshToken = refreshTokenIn(data)
      if (refreshToken) cookiesByToken.set(refreshToken, cookies)
    },
  }
}
