import { accountContract, maxPortraitBytes } from '@atrium/contract/features/identity/account/account.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { exchange, parseAnswer, sessionLines } from '../../../test/raw-socket.ts'

const { path } = accountContract.replacePortrait
const MB = 1024 * 1024
let app: TestApp
let session: string
let png: Buffer
beforeAll(async () => {
  app = await createTestApp()
  session = await sessionLines(app)
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})

const partHead = (name = 'file') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
const end = '\r\n--b--\r\n'
const requestHead = (length: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    session,
    'content-type: multipart/form-data; boundary=b',
    'connection: close',
    length,
    '\r\n',
  ].join('\r\n')
const withLength = (...body: (string | Buffer)[]) => [
  requestHead(`content-length: ${body.reduce((sum, { length }) => sum + length, 0)}`),
  ...body,
]
const chunked = (...body: (string | Buffer)[]) => [
  requestHead('transfer-encoding: chunked'),
  ...body.map((piece) =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), Buffer.from(piece), Buffer.from('\r\n')]),
  ),
  '0\r\n\r\n',
]
const send = async (pieces: (string | Buffer)[]) => parseAnswer(await exchange(app.server, ...pieces))

/** A picture padded with zeros, in chunks of `piece` bytes. */
const padded = (size: number, piece: number): Buffer[] => {
  const whole = Buffer.concat([png, Buffer.alloc(size - png.length)])
  return Array.from({ length: Math.ceil(size / piece) }, (_, at) => whole.subarray(at * piece, (at + 1) * piece))
}

describe.each([
  ['with a content length', withLength],
  ['chunked', chunked],
])('a picture %s', (_, framed) => {
  it.each([
    ['whole', maxPortraitBytes],
    ['in pieces that end at the limit', 64 * 1024],
  ])('of exactly the limit is accepted, %s', async (_, piece) => {
    expect(await send(framed(partHead(), ...padded(maxPortraitBytes, piece), end))).toMatchObject({ code: 0 })
  })
  it.each([
    ['one byte more', maxPortraitBytes + 1, 64 * 1024],
    ['one byte more, at once', maxPortraitBytes + 1, MB * 10],
    ['a limit and then another', maxPortraitBytes * 2, maxPortraitBytes],
    ['3 MB', 3 * MB, 16 * 1024],
    ['40 MB', 40 * MB, 256 * 1024],
  ])('of %s is refused, and the caller sees it', async (_, size, piece) => {
    const answer = await send(framed(partHead(), ...padded(size, piece), end))
    expect(answer).toMatchObject({ status: 200, code: 413, msg: '提交的内容过大' })
  })
})

describe('a form', () => {
  it('is refused if it carries much more than its file', async () => {
    const answer = await send(withLength(partHead(), png, '\r\n', partHead('b'), Buffer.alloc(5 * MB), end))
    expect(answer).toMatchObject({ status: 200, code: 413 })
  })
  it('is answered, with further parts after its file read to the end', async () => {
    const more = Array.from({ length: 40 }, (_, at) => [partHead(`f${at}`), 'x', '\r\n']).flat()
    const pieces = chunked(partHead(), png, '\r\n', ...more, Buffer.alloc(5 * MB), end)
    expect(await send(pieces)).toMatchObject({ status: 200, code: 0 })
  })
  it('is refused if it ends within its file', async () => {
    expect(await send(withLength(partHead(), png))).toMatchObject({ status: 200, code: 400 })
  })
})

describe('a body refused before it is read', () => {
  const post = (type: string, length: number) =>
    `POST /api/sys/bases/v1 HTTP/1.1\r\nhost: x\r\n${session}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`
  const pieces = Array.from({ length: 160 }, () => Buffer.alloc(64 * 1024, 32))
  it.each([
    ['too large', 'application/json', 413],
    ['of another type', 'text/plain', 415],
  ])('lets the caller see the answer: %s', async (_, type, code) => {
    expect(await send([post(type, 160 * 64 * 1024), ...pieces])).toMatchObject({ code })
  })
  it('lets an unauthenticated caller see the answer', async () => {
    const [head = '', ...rest] = withLength(partHead(), ...padded(20 * MB, 256 * 1024), end)
    expect(await send([String(head).replace(session, 'x: y'), ...rest])).toMatchObject({ status: 401, code: 401 })
  })
})
