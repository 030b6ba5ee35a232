import { expect, it } from 'vitest'
import { paths, toAddress } from './paths.ts'

it('builds exactly these addresses', () => {
  const built = {
    ...paths,
    signIn: [paths.signIn(), paths.signIn('/'), paths.signIn('/web/sys/bases?page=2')],
    helpAbout: paths.helpAbout('sys/users'),
    menu: paths.menu(['sys', 'bases']),
    refresh: paths.refresh('/web/sys/bases?page=2'),
  }
  expect(built).toMatchInlineSnapshot(`
    {
      "authorize": "/authorize",
      "dashboard": "/dashboard",
      "forgetPassword": "/forgetPassword",
      "help": "/help",
      "helpAbout": "/help?of=sys/users",
      "menu": "/web/sys/bases",
      "news": "/web/public/news",
      "notFound": "/404",
      "outside": "/outside/:provider",
      "publicNews": "/web/notice/news",
      "refresh": "/ywRedirect/web/sys/bases?page=2",
      "register": "/register",
      "root": "/",
      "share": "/share/:token",
      "signIn": [
        "/login",
        "/login",
        "/login?to=%2Fweb%2Fsys%2Fbases%3Fpage%3D2",
      ],
    }
  `)
})

it('reads an address inside the console from a full URL', () => {
  expect(toAddress('http://host/console/web/a?b=c')).toBe('/web/a?b=c')
  expect(toAddress('http://host/console')).toBe('/')
})
