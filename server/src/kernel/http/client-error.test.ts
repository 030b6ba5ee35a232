import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { exchange, parseAnswer } from '../../../test/raw-socket.ts'

const { path } = systemSettingsContract.tags
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})
const ask = async (...lines: string[]) => parseAnswer(await exchange(app.server, `${lines.join('\r\n')}\r\n\r\n`))
const envelope = (code: number, msg: string) => ({
  status: code,
  code,
  msg,
  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
})
const invalid = envelope(400, '输入内容有误，请检查后重试')
const get = `GET ${path} HTTP/1.1`

describe('requests that the HTTP parser rejects are answered in the envelope', () => {
  it.each([
    ['no HTTP', ['\x16\x03\x01 hello']],
    ['an unknown method', [`FOO ${path} HTTP/1.1`, 'host: x']],
    ['a space in a header name', [get, 'host: x', 'a b: c']],
    ['two lengths', [`POST ${path} HTTP/1.1`, 'host: x', 'content-length: 1', 'content-length: 2']],
    ['a length and chunks', [`POST ${path} HTTP/1.1`, 'host: x', 'content-length: 1', 'transfer-encoding: chunked']],
    [
      'a chunk of no length',
      [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', 'transfer-encoding: chunked', '', 'zz'],
    ],
  ])('%s', async (_, lines) => {
    const { head, ...answer } = await ask(...lines)
    expect(answer).toMatchObject(invalid)
    expect(head).toContain('connection: close')
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain('content-type: application/json')
  })
  it.each([20, 2000])('%i KB of headers, with more still arriving', async (size) => {
    const answer = await ask(get, 'host: x', `a: ${'x'.repeat(size * 1024)}`)
    expect(answer).toMatchObject(envelope(431, '请求头过大'))
  })
  it('a request that does not end in time', async () => {
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.server.server.once('connection', (socket) => app.server.server.emit('clientError', error, socket))
    expect(parseAnswer(await exchange(app.server, get))).toMatchObject(envelope(408, '请求超时，请重试'))
  })
  it('serves the next connection', async () => {
    expect(await ask(get, 'host: x', 'connection: close')).toMatchObject({ status: 200, code: 0 })
  })
})

describe('a Host header', () => {
  it.each([
    ['twice', ['host: a.example.com', 'Host: b.example.com']],
    ['twice the same', ['host: a.example.com', 'host: a.example.com']],
    ['not at all', []],
  ])('%s is refused', async (_, hosts) => {
    expect(await ask(get, ...hosts, 'connection: close')).toMatchObject(invalid)
  })
  it('may be omitted with HTTP/1.0', async () => {
    expect(await ask(`GET ${path} HTTP/1.0`)).toMatchObject({ status: 200, code: 0 })
  })
})

it('ignores an unknown expectation', async () => {
  expect(await ask(get, 'host: x', 'expect: tea', 'connection: close')).toMatchObject({ status: 200, code: 0 })
})
