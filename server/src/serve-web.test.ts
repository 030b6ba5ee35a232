import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLanguages } from './kernel/texts/languages.ts'
import { serveWeb } from './serve-web.ts'

let folder: string
let server: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-web-'))
  await mkdir(join(folder, 'console/assets'), { recursive: true })
  await writeFile(
    join(folder, 'console/index.html'),
    '<!doctype html><style nonce="__CSP_NONCE__"></style><script id="languages">[]</script><script id="answers">[]</script><noscript></noscript>',
  )
  await mkdir(join(folder, 'portal/assets'), { recursive: true })
  await writeFile(join(folder, 'portal/assets/a.js'), 'portal()')
  await writeFile(join(folder, 'portal/portal.html'), '<!doctype html><title>portal</title>')
  server = Fastify()
  await server.register(cookie)
  await serveWeb(server, folder, {
    bootstrap: async (host) => ({
      answersIn: (tag) => [['site', 'title', `title in ${tag}`]],
      language: host === 'english.example.com' ? 'en' : '',
    }),
    frameOrigins: async () => [],
    languages: openLanguages(join(import.meta.dirname, '../../texts')),
    onlineTexts: { refreshNow: async () => undefined },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
const readHeaders = async (url: string) => (await server.inject({ url })).headers

describe('the page', () => {
  it('runs scripts of this site alone, whatever its address', async () => {
    for (const url of ['/console/', '/console/share/token', '/console/web/sys/users'])
      expect((await readHeaders(url))['content-security-policy']).toContain("script-src 'self';")
  })
  it('of the portal has the same policy, below its own base', async () => {
    for (const url of ['/portal/', '/portal/me/security']) {
      const { headers, body } = await server.inject({ url })
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['cache-control']).toBe('no-cache')
      expect(body).toContain('<title>portal</title>')
    }
    const asset = await server.inject({ url: '/portal/assets/a.js' })
    expect(asset.headers['cache-control']).toContain('immutable')
    expect((await server.inject({ url: '/portal/assets/none.js' })).statusCode).toBe(404)
    expect(await readHeaders('/portal')).toMatchObject({ location: '/portal/' })
    expect(await readHeaders('/portals')).toMatchObject({ location: '/console/' })
  })
  it('has the languages to choose from, and a sentence for who has no scripts', async () => {
    const { body } = await server.inject({ url: '/console/' })
    expect(body).toContain(
      '<script id="languages">[{"tag":"zh-CN","name":"中文"},{"tag":"en","name":"English"}]</script>',
    )
    expect(body).toContain('<noscript>请启用 JavaScript 后使用本控制台</noscript>')
  })
  it('is in the language chosen in the browser, of the host’s tenant, or else of the browser', async () => {
    const languageOf = async (host: string, cookie = '') =>
      (await server.inject({ url: '/console/', headers: { host, cookie, 'accept-language': 'zh' } })).headers[
        'content-language'
      ]
    expect(await languageOf('localhost')).toBe('zh-CN')
    expect(await languageOf('english.example.com')).toBe('en')
    expect(await languageOf('english.example.com', 'atrium-language=zh-CN')).toBe('zh-CN')
    expect(await languageOf('english.example.com', 'atrium-language=tlh')).toBe('en')
  })
  it('holds its first replies in its language, not in that of the browser', async () => {
    const headers = { host: 'localhost', cookie: 'atrium-language=en', 'accept-language': 'zh' }
    expect((await server.inject({ url: '/console/', headers })).body).toContain('["site","title","title in en"]')
  })
  it('is asked for each time', async () => {
    expect(await readHeaders('/console/dashboard')).toMatchObject({ 'cache-control': 'no-cache' })
  })
  it('of a shared file is kept by nobody, and its address is told to nobody', async () => {
    expect(await readHeaders('/console/share/token')).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(await readHeaders('/console/shared')).not.toHaveProperty('x-robots-tag')
  })
})
