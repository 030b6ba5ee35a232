import { sharePath } from '@atrium/contract/features/content/documents/share-path.ts'
import { addressWithin } from '../kernel/page/address-within.ts'

/** All addresses of the console, relative to `/console`. */
export const paths = {
  root: '/',
  dashboard: '/dashboard',
  notFound: '/404',
  /** Notices for everybody, without signing in; below it, each by its id. */
  publicNews: '/web/notice/news',
  /** A file behind a link, by its token, without signing in. */
  share: `${sharePath}/:token`,
  /** Notices for the signed-in user; below it, each by its id. */
  news: '/web/public/news',
  /** The sign-in page; `to`: where to go afterwards. */
  signIn: (to?: string) => (to && to !== '/' ? `/login?to=${encodeURIComponent(to)}` : '/login'),
  /** Asks whether an application may sign the user in. */
  authorize: '/authorize',
  /** Where identity providers send people back to. */
  outside: '/outside/:provider',
  /** The handbook for administrators. */
  help: '/help',
  /** Its page about a page of the console, by the latter's component. */
  helpAbout: (component: string) => `/help?of=${component}`,
  register: '/register',
  forgetPassword: '/forgetPassword',
  /** A menu's page: the paths of its parents, then its own. */
  menu: (segments: readonly string[]) => `/web/${segments.join('/')}`,
  /** Reloads a page. `address`: path and query string. */
  refresh: (address: string) => `/ywRedirect${address}`,
} as const

/** Base path of the console. */
export const basename = '/console'

/** Path and query of a URL, without the base path. */
export const toAddress = (url: string): string => addressWithin(basename, url)
