const maxDecodings = 2

/**
 * One leading slash, then no double slash, backslash, space or control character: browsers drop those, so `/\t/host` would
 * become `//host`.
 */
const isInApp = (path: string) => /^\/(?!\/)/.test(path) && !/\/\/|[\\\s\p{Cc}]/u.test(path)

/**
 * Returns the address if it stays inside this application, else undefined; prevents open redirects. Checks the path as
 * written and decoded once and twice; query and fragment cannot leave the application.
 */
export const inAppPath = (address: string): string | undefined => {
  let path = address.split(/[?#]/, 1)[0] ?? ''
  for (let round = 0; round <= maxDecodings; round++) {
    if (!isInApp(path)) return undefined
    try {
      path = decodeURIComponent(path)
    } catch {
      return undefined
    }
  }
  return address
}
