import { randomUUID } from 'node:crypto'
import type { RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { Contract, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'
import { dataAs, unchecked } from './loosely-typed.ts'
import { sendFileTo } from './send-file.ts'

type FilesContract = Contract & Record<'get' | 'create' | 'update' | 'remove' | 'attach' | 'download', Endpoint>
type FilesResource = {
  /** The field of rows that has the files. */
  field: string
  /** A valid body for create, different for each number. */
  sample(n: number): Record<string, unknown>
}

/** Requirements of every field with files: storing, sending, isolation, permissions, letting go. */
export const describeFiles = (contract: FilesContract, { field, sample }: FilesResource) => {
  const permissions = [...new Set(Object.values(contract).flatMap((endpoint) => toPermission(endpoint) ?? []))]
  const text = Buffer.from('盘点清单')

  describe(`files in ${field}`, () => {
    let app: TestApp
    let token: string
    let companyId: string
    beforeAll(async () => {
      app = await createTestApp()
      companyId = await buildCompany(app, randomUUID())
      token = await app.signIn(await buildUser(app, { companyId, permissions }))
    })
    const send = (endpoint: Endpoint, request: object, as = token) => app.call(endpoint, unchecked(request), as)
    const store = async (as = token, name = '清单.txt'): Promise<string> =>
      (await sendFileTo(app, contract.attach.path, as, { bytes: text, name })).data.id
    const create = (n: number, ids: readonly string[]) =>
      send(contract.create, { body: { ...sample(n), [field]: ids } })
    const add = async (n: number, ids: readonly string[]) => dataAs<{ id: string }>(await create(n, ids))
    const read = async (id: string): Promise<readonly RowFile[]> =>
      dataAs<Record<string, RowFile[]>>(await send(contract.get, { params: { id } }))[field] ?? []
    const fetch = (id: string, fileId: string, as = token) => send(contract.download, { params: { id, fileId } }, as)

    it('are stored, shown with their row, and sent by it', async () => {
      const fileId = await store()
      const { id } = await add(1, [fileId])
      expect(await read(id)).toEqual([{ id: fileId, name: '清单.txt', size: text.length, ready: true }])
      const sent = await fetch(id, fileId)
      expect([sent.status, sent.raw.equals(text)]).toEqual([200, true])
      expect((await fetch(id, randomUUID())).code).toBe(404)
    })
    it('are the author’s own, and of one row', async () => {
      const used = await store()
      await add(2, [used])
      const colleague = await app.signIn(await buildUser(app, { companyId, permissions }))
      for (const [n, id] of [used, await store(colleague), randomUUID()].entries())
        expect(await create(3 + n, [id])).toMatchObject({ code: uploadsErrors.foreignFile.code, errors: [{ field }] })
    })
    it('stay unless the change names them, and go with their row', async () => {
      const [first, second] = [await store(), await store(token, '照片.txt')]
      const { id } = await add(6, [first, second])
      const params = { id }
      const { [field]: _, ...others } = sample(6)
      await send(contract.update, { params, body: { ...others, version: 1 } })
      expect(await read(id)).toHaveLength(2)
      await send(contract.update, { params, body: { ...sample(6), [field]: [second], version: 2 } })
      expect((await read(id)).map((file) => file.name)).toEqual(['照片.txt'])
      expect((await fetch(id, first)).code).toBe(404)
      await send(contract.remove, { params })
      const left = await app.sql('select unused_since is not null as unused from files where id = any($1)', [
        [first, second],
      ])
      expect(left).toEqual([{ unused: true }, { unused: true }])
    })
    it('are not sent to another company, nor stored without the permission', async () => {
      const fileId = await store()
      const { id } = await add(7, [fileId])
      const otherId = await buildCompany(app, randomUUID())
      const stranger = await app.signIn(await buildUser(app, { companyId: otherId, permissions }))
      expect((await fetch(id, fileId, stranger)).code).toBe(404)
      const unprivileged = await app.signIn(await buildUser(app, { companyId, permissions: [] }))
      const refused = await sendFileTo(app, contract.attach.path, unprivileged, { bytes: text, name: '清单.txt' })
      expect(refused.status).toBe(403)
      expect((await fetch(id, fileId, unprivileged)).code).toBe(403)
    })
    it('are in the log by their names', async () => {
      const { id } = await add(8, [await store()])
      const [row] = await app.sql('select after from audit_log where entity_id = $1 order by seq limit 1', [id])
      expect(row?.after).toMatchObject({ [field]: ['清单.txt'] })
    })
  })
}
