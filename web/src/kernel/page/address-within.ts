/** Path and query of a URL, without the entry's base path (no trailing slash). */
export const addressWithin = (basename: string, url: string): string => {
  const { pathname, search } = new URL(url)
  return (pathname.startsWith(basename) ? pathname.slice(basename.length) || '/' : pathname) + search
}
