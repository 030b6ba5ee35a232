import { addressWithin } from '../kernel/page/address-within.ts'

/** Base path of the portal. */
export const basename = '/portal'

/** All addresses of the portal, relative to `/portal`. */
export const paths = {
  home: '/',
  /** The sign-in page; `to`: where to go afterwards. */
  signIn: (to?: string) => (to && to !== '/' ? `/login?to=${encodeURIComponent(to)}` : '/login'),
  register: '/register',
  forgetPassword: '/forgetPassword',
  /** Notices for everybody, without signing in; below it, each by its id. */
  publicNews: '/news',
  /** Notices for the user; below it, each by its id. */
  messages: '/messages',
  enterprise: '/enterprise',
  members: '/enterprise/members',
  invitations: '/enterprise/invitations',
  codes: '/enterprise/codes',
  /** Applications to ask for, and requests for them. */
  requests: '/requests',
  me: '/me',
  profile: '/me/profile',
  security: '/me/security',
  consents: '/me/consents',
  companies: '/me/companies',
  log: '/me/log',
} as const

/** Path and query of a URL, without the base path. */
export const toAddress = (url: string): string => addressWithin(basename, url)
