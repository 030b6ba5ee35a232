import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { loadAreas } from './area-load.repository.ts'

const { update, path, list } = areasContract
const shipped = join(import.meta.dirname, '../../../../reference/areas.tsv.br')
const publisher = generateKeyPairSync('ed25519')
const { x = '' } = publisher.publicKey.export({ format: 'jwk' })

let app: TestApp
let root: string
let lines: string[]
beforeAll(async () => {
  app = await createTestApp({ areasPublicKey: Buffer.from(x, 'base64url').toString('base64') })
  await loadAreas(app.ownerUrl, shipped)
  root = await app.signIn()
  lines = brotliDecompressSync(await readFile(shipped))
    .toString('utf8')
    .trimEnd()
    .split('\n')
})

const signedBy = (key: KeyObject, content: readonly string[]) => {
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const packed = brotliCompressSync(`${content.join('\n')}\n`, quick)
  return Buffer.concat([sign(null, packed, key), packed])
}
const send = async (node: TestApp, file: Buffer, token: string, confirm = '') => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'areas')
  const encoded = new Response(form)
  const answer = await node.server.inject({
    method: 'POST',
    url: update.path,
    headers: { token, [Header.confirm]: confirm, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
/** The next edition: a county ends in a new one, and another is renamed. */
const nextEdition = () => [
  ...lines.map((line) => {
    if (line.startsWith('330106\t')) return '330106\t西湖区\txi hu qu\t\t2030-01-01\t330199'
    return line.startsWith('330108\t') ? '330108\t滨江新区\tbin jiang xin qu' : line
  }),
  '330199\t钱塘湖区\tqian tang hu qu\t2030-01-01\t\t\t国函〔2029〕1号',
]

it('previews what a signed file changes, and applies it once confirmed', async () => {
  const file = signedBy(publisher.privateKey, nextEdition())
  const preview = await send(app, file, root)
  expect(preview).toMatchObject({
    code: 111,
    data: {
      impact: {
        counts: { added: 1, ended: 1, renamed: 1, changed: 0 },
        first: [
          { kind: 'added', code: '330199', name: '钱塘湖区', before: '' },
          { kind: 'ended', code: '330106', name: '西湖区', before: '西湖区' },
          { kind: 'renamed', code: '330108', name: '滨江新区', before: '滨江区' },
        ],
      },
    },
  })
  expect((await app.call(path, { params: { code: '330106' } }, root)).data?.until).toBeNull()
  expect((await send(app, file, root, preview.data.confirmToken)).code).toBe(0)
  expect((await app.call(path, { params: { code: '330106' } }, root)).data).toMatchObject({
    until: '2030-01-01',
    today: '330199',
    todayNames: ['浙江省', '杭州市', '钱塘湖区'],
  })
  expect((await app.call(list, { query: { search: 'binjiangxinqu' } }, root)).data?.[0]).toMatchObject({
    code: '330108',
  })
  const [audited] = await app.sql(`select after from audit_log where event = 'areas.updated' and ok`)
  expect(audited?.after).toMatchObject({ added: 1, ended: 1, renamed: 1 })
  expect((await send(app, file, root)).code).toBe(4045)
})

it('refuses a file that is not the publisher’s, or not of areas', async () => {
  const stranger = generateKeyPairSync('ed25519')
  const forged = signedBy(stranger.privateKey, nextEdition())
  const altered = signedBy(publisher.privateKey, nextEdition())
  altered[200] = (altered[200] ?? 0) ^ 1
  const refusals = [
    await send(app, forged, root),
    await send(app, altered, root),
    await send(app, Buffer.from('short'), root),
    await send(app, signedBy(publisher.privateKey, ['not\tareas']), root),
    await send(app, signedBy(publisher.privateKey, [...lines, '330106\t又一个\tyou yi ge']), root),
    await send(app, signedBy(publisher.privateKey, [...lines, '990101\t某地\tmou di\t\t2030-13-01']), root),
    await send(
      app,
      signedBy(
        publisher.privateKey,
        lines.filter((line) => !line.startsWith('330106005\t')),
      ),
      root,
    ),
  ]
  expect(refusals.map(({ code }) => code)).toEqual([4042, 4042, 4042, 4043, 4043, 4043, 4044])
})

it('is the platform’s alone, and needs a publisher', async () => {
  const permissions = ['sysAreas:update']
  const stranger = await app.signIn(await buildUser(app, { companyId: await buildCompany(app), permissions }))
  const file = signedBy(publisher.privateKey, nextEdition())
  expect((await send(app, file, stranger)).code).toBe(4040)
  const without = await createTestApp()
  expect((await send(without, file, await without.signIn())).code).toBe(4041)
})
