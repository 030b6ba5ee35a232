/** Every address the console can build; `/console` stands before each of them. */
export const paths = {
  root: '/',
  dashboard: '/dashboard',
  notFound: '/404',
  /** The sign-in page; `to` is where to go afterwards. */
  signIn: (to?: string) => (to && to !== '/' ? `/login?to=${encodeURIComponent(to)}` : '/login'),
  register: '/register',
  forgetPassword: '/forgetPassword',
  /** A menu's page: its own path after those of its parents (spec §2). */
  menu: (segments: readonly string[]) => `/web/${segments.join('/')}`,
  /** Opens a page anew. `address` is its path and query string. */
  refresh: (address: string) => `/ywRedirect${address}`,
} as const

/** What stands before every address of the console. */
export const basename = '/console'

/** The address inside the console of a whole URL, without the part that stands before. */
export const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return (pathname.startsWith(basename) ? pathname.slice(basename.length) || '/' : pathname) + search
}
