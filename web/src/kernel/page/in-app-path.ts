const decodings = 2

/** One leading slash, then neither a second one, a backslash, a space nor a control character anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so `/\t/host` would become `//host`
const isInApp = (path: string) => /^\/(?!\/)/.test(path) && !/\/\/|[\\\s\u0000-\u001f]/.test(path)

/**
 * The address itself when it stays inside this application, else undefined (threat T26). Its path is looked at as
 * written and after decoding it twice; what follows `?` or `#` cannot leave the application.
 */
export const inAppPath = (address: string): string | undefined => {
  let path = address.split(/[?#]/, 1)[0] ?? ''
  for (let round = 0; round <= decodings; round++) {
    if (!isInApp(path)) return undefined
    try {
      path = decodeURIComponent(path)
    } catch {
      return undefined
    }
  }
  return address
}
