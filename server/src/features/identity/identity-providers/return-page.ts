/** Never a real host: what resolves elsewhere names another site. */
const here = 'https://here.invalid'

/** A page of this site by its path, or the first page; never another site. */
export const returnPage = (asked: string): string => {
  const url = asked.startsWith('/') ? URL.parse(asked, here) : null
  const isHere = url?.origin === here && /^\/(console|portal)\//.test(url.pathname)
  return isHere && !asked.includes('\\') ? url.pathname + url.search + url.hash : ''
}
