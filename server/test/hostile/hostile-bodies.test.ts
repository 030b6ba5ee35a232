import { randomBytes } from 'node:crypto'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createGate } from './gate.ts'
import { boundary, buildShot, filePart } from './shots.ts'
import { bodyEndpoints, bodyTexts, createStage, stageTimeout } from './stage.ts'

vi.setConfig({ testTimeout: stageTimeout })

const mebi = 1024 * 1024
const json = 'application/json'
const brackets = 100_000

const nested = (open: string, close: string) => open.repeat(brackets) + close.repeat(brackets)
/** Raw bodies with their content type; undefined omits the header. */
const rawBodies: readonly (readonly [string, string | undefined, string | Buffer])[] = [
  ...[
    '{',
    '}',
    '{]',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '[1 2]',
    'nul',
    '"',
    '1',
    'null',
    '[]',
    '"text"',
    '\0',
    ' ',
    '{}{}',
  ].map((text) => ['broken or strange JSON', json, text] as const),
  ['deep arrays', json, nested('[', ']')],
  ['deep objects', json, `${'{"a":'.repeat(brackets)}1${'}'.repeat(brackets)}`],
  ['deep and never closed', json, '['.repeat(brackets)],
  ['2 MB', json, JSON.stringify({ value: 'a'.repeat(2 * mebi) })],
  ['a number of a million digits', json, `{"version":${'9'.repeat(900_000)}}`],
  ['keys twice', json, '{"code":"a","code":"b","account":1,"account":"x","version":1,"version":2}'],
  ['a prototype', json, '{"__proto__":{"builtin":true},"constructor":{"prototype":{"x":1}}}'],
  ['a byte order mark', json, '\ufeff{}'],
  ['UTF-16', `${json}; charset=utf-16`, Buffer.from('{"a":1}', 'utf16le')],
  ['UTF-16 undeclared', json, Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ['no UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['gzip', json, Buffer.from('1f8b0800000000000003ab56ca48cdc9c957b2520700', 'hex')],
  ['random bytes', json, randomBytes(4096)],
  ['a tab in the type', '\tapplication/json', '{"a":1}'],
  ['a tab after the type', 'application/json\t; charset=utf-8', '{"a":1}'],
  ['spaces in the type', ' application/json ; a', '{"a":1}'],
  ['upper case', 'APPLICATION/JSON', '{"a":1}'],
  ['a type and a half', 'application/json, text/plain', '{"a":1}'],
  ['a quoted charset', 'application/json; charset="utf-8\\"', '{"a":1}'],
  ['a long type', `application/json; x=${'a'.repeat(7000)}`, '{"a":1}'],
  ['a relative of JSON', 'application/vnd.api+json', '{"a":1}'],
  ['text', 'text/plain', '{"a":1}'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&b[]=2&__proto__[x]=1'],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['no type', undefined, '{"a":1}'],
  ['an empty type', '', '{"a":1}'],
  ['multipart', `multipart/form-data; boundary=${boundary}`, filePart(Buffer.from('x'))],
  ['multipart without a boundary', 'multipart/form-data', filePart(Buffer.from('x'))],
  ['multipart with an empty boundary', 'multipart/form-data; boundary=', filePart(Buffer.from('x'))],
  ['multipart that is none', `multipart/form-data; boundary=${boundary}`, randomBytes(2000)],
  ['multipart that stops', `multipart/form-data; boundary=${boundary}`, filePart(Buffer.alloc(2000)).subarray(0, 700)],
  ['multipart of nothing', `multipart/form-data; boundary=${boundary}`, `--${boundary}--\r\n`],
  [
    'multipart of 5,000 fields',
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(5000),
  ],
  [
    'multipart with endless headers',
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\n${'x: y\r\n'.repeat(20_000)}`,
  ],
]
const png = (width: number, height: number) => {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008020000000000000049454e44ae426082',
    'hex',
  )
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
const files: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['a JPEG of two bytes', Buffer.from([0xff, 0xd8])],
  ['a PNG signature', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a PNG that lies about its size', png(0x7fffffff, 0x7fffffff)],
  ['a PNG of no pixels', png(0, 0)],
  ['noise behind a JPEG start', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(50_000)])],
  ['noise behind a PNG start', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(50_000)])],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['GIF', Buffer.from('GIF89a')],
  ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['3 MB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(3 * mebi)])],
]

let requestCount = 0

describe('raw bodies', () => {
  let stage: Awaited<ReturnType<typeof createStage>>
  beforeAll(async () => {
    stage = await createStage()
  }, stageTimeout)
  it.each(rawBodies)('handles %s', async (description, type, payload) => {
    const { samples, gate } = stage
    const shots = bodyEndpoints.map((endpoint) => {
      const shot = buildShot(endpoint, samples.buildSample(endpoint)(0, undefined), samples.picture)
      const { 'content-type': _, ...headers } = shot.headers as Record<string, string>
      return {
        ...shot,
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        payload,
        description,
      }
    })
    await gate.volley(shots)
    expect(gate.takeFaults()).toEqual([])
  })

  const portrait = accountContract.replacePortrait
  it.each(files)('handles a portrait that is %s', async (description, file) => {
    const { app, samples } = stage
    const gate = createGate(app.server)
    await gate.volley([{ ...buildShot(portrait, samples.buildSample(portrait)(0, undefined), file), description }])
    expect(gate.takeFaults()).toEqual([])
    expect([...gate.codes.keys()]).toEqual([file.length > 2 * mebi ? 413 : 8001])
  })
  it('handles a portrait with hostile names', async () => {
    const { samples, gate } = stage
    const shots = bodyTexts.flatMap((text) => {
      const raw = text.replaceAll(/[\r\n"]/g, '')
      return [
        filePart(samples.picture, `form-data; name="file"; filename="${raw}"`),
        filePart(samples.picture, `form-data; name="${raw}"; filename="a.png"`),
        filePart(samples.picture, 'form-data; name="file"; filename="a.png"', raw),
        filePart(samples.picture, raw),
      ].map((payload) => ({
        ...buildShot(portrait, samples.buildSample(portrait)(0, undefined), samples.picture),
        payload,
        description: `multipart name ${JSON.stringify(text)}`,
      }))
    })
    await gate.volley(shots)
    expect(gate.takeFaults()).toEqual([])
    requestCount += gate.figures().sent
    process.stdout.write(`hostile bodies: ${requestCount} requests\n`)
  })
})
