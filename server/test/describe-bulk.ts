import { randomUUID } from 'node:crypto'
import type { Bulk, BulkOperations } from '@atrium/contract/kernel/bulk.ts'
import type { Contract, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { bulkCaller } from './bulk-stage.ts'
import { buildCompany, buildUser } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'
import { dataAs, unchecked } from './loosely-typed.ts'

type BulkContract = Contract & Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>
type BulkResource = {
  /** A valid body for create, different for each number. */
  sample(n: number): Record<string, unknown>
  /** Another value of each field that can be changed. */
  change: Readonly<Record<string, unknown>>
}

/** Requirements of `crudBulk`: what a filter finds is changed and taken back, or deleted; in one company, by rights. */
export const describeBulk = <F extends z.core.$ZodShape, O extends BulkOperations>(
  contract: BulkContract,
  { entity }: Bulk<F, O>,
  { sample, change }: BulkResource,
) => {
  const { list, get, create, update, remove } = contract
  const permissionsOf = (...endpoints: Endpoint[]) => [
    ...new Set(endpoints.flatMap((endpoint) => toPermission(endpoint) ?? [])),
  ]

  describe(`${entity}: many rows at once`, () => {
    let app: TestApp
    const signIn = async (companyId: string, ...endpoints: Endpoint[]) =>
      app.signIn(await buildUser(app, { companyId, permissions: permissionsOf(...endpoints) }))
    const send = (endpoint: Endpoint, request: object, token: string) => app.call(endpoint, unchecked(request), token)
    const add = async (n: number, token: string) =>
      dataAs<{ id: string }>(await send(create, { body: sample(n) }, token)).id
    const read = async (id: string, token: string) =>
      dataAs<Record<string, unknown>>(await send(get, { params: { id } }, token))
    const total = async (token: string) => (await send(list, { query: {} }, token)).total
    const stage = async () => {
      const companyId = await buildCompany(app, randomUUID())
      const token = await signIn(companyId, list, get, create, update, remove)
      return { companyId, token, ids: [await add(1, token), await add(2, token)] }
    }
    beforeAll(async () => {
      app = await createTestApp()
    })

    it('are deleted, those that the filter finds in the company', async () => {
      const [{ token, ids }, other] = [await stage(), await stage()]
      const bulk = bulkCaller(app, token, entity)
      const checked = await bulk.checked('remove', { filter: {} })
      expect(checked).toMatchObject({ total: ids.length, verdicts: { change: ids.length } })
      await bulk.apply(checked.id)
      expect([await total(token), await total(other.token)]).toEqual([0, other.ids.length])
    })
    it.each(Object.entries(change))('get another %s, and what they had', async (field, value) => {
      const { token, ids } = await stage()
      const [first = ''] = ids
      const before = (await read(first, token))[field]
      const bulk = bulkCaller(app, token, entity)
      const checked = await bulk.checked(field, { ids: [first] }, { [field]: value })
      const { data } = await bulk.apply(checked.id)
      expect((await read(first, token))[field]).toEqual(value)
      const again = await bulk.checked(field, { ids }, { [field]: value })
      expect(again.verdicts).toMatchObject({ same: 1, change: ids.length - 1 })
      await bulk.undo(data?.runId ?? null)
      expect((await read(first, token))[field]).toEqual(before)
    })
    it('stay for callers who may only list them', async () => {
      const { companyId, token, ids } = await stage()
      const reader = bulkCaller(app, await signIn(companyId, list), entity)
      expect((await reader.check('remove', { ids })).code).toBe(403)
      expect(await total(token)).toBe(ids.length)
    })
  })
}
