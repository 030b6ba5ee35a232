/** A cookie of the page; undefined if there is none. */
export const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)

type Terms = {
  path: string
  /** Seconds; without, it lasts as long as the browser is open. */
  maxAge?: number
}
/** Sets a cookie of the page. The value needs no escaping. */
export const writeCookie = (name: string, value: string, { path, maxAge }: Terms): void => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const life = maxAge === undefined ? '' : `; max-age=${maxAge}`
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store exists only on secure origins
  document.cookie = `${name}=${value}; path=${path}${life}; samesite=lax${secure}`
}
