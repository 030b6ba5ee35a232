import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Paths = Record<string, string | ((...parts: unknown[]) => string)>
// A computed path keeps the browser's types out of the server's type check.
const file = join(import.meta.dirname, '../../../web/src/app/paths.ts')
const { paths, basename, toAddress } = (await import(file)) as {
  paths: Paths
  basename: string
  toAddress(url: string): string
}
const built = (name: string, ...parts: unknown[]) => {
  const path = paths[name]
  return typeof path === 'function' ? path(...parts) : path
}

// Addresses are a promise: they are bookmarked and sent in messages.
describe('the console’s addresses', () => {
  it('stay as they are', () => {
    expect({
      basename,
      names: Object.keys(paths),
      root: built('root'),
      dashboard: built('dashboard'),
      notFound: built('notFound'),
      publicNews: built('publicNews'),
      news: built('news'),
      signIn: built('signIn'),
      signInFromRoot: built('signIn', '/'),
      signInThen: built('signIn', '/web/sys/bases?page=2&search=50%'),
      authorize: built('authorize'),
      register: built('register'),
      forgetPassword: built('forgetPassword'),
      menu: built('menu', ['sys', 'bases']),
      refresh: built('refresh', '/web/sys/bases?page=2'),
    }).toEqual({
      basename: '/console',
      names: [
        'root',
        'dashboard',
        'notFound',
        'publicNews',
        'share',
        'news',
        'signIn',
        'authorize',
        'outside',
        'help',
        'helpAbout',
        'register',
        'forgetPassword',
        'menu',
        'refresh',
      ],
      root: '/',
      dashboard: '/dashboard',
      notFound: '/404',
      publicNews: '/web/notice/news',
      news: '/web/public/news',
      signIn: '/login',
      signInFromRoot: '/login',
      signInThen: '/login?to=%2Fweb%2Fsys%2Fbases%3Fpage%3D2%26search%3D50%25',
      authorize: '/authorize',
      register: '/register',
      forgetPassword: '/forgetPassword',
      menu: '/web/sys/bases',
      refresh: '/ywRedirect/web/sys/bases?page=2',
    })
  })
  it('are read from complete URLs', () => {
    expect(toAddress('https://a.cn/console/web/sys/bases?page=2#x')).toBe('/web/sys/bases?page=2')
    expect(toAddress('https://a.cn/console')).toBe('/')
  })
})
