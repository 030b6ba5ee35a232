import { randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { getParts } from '../../src/kernel/http/schema-parts.ts'
import { buildCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { unchecked } from '../loosely-typed.ts'
import { expectOnly, toTitle } from './expect-only.ts'

const { create, update, revert } = baseParametersContract
let app: TestApp
let token: string
let otherCompany: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
  otherCompany = await buildCompany(app)
})

const marker = 'd15ea5ed'
const body = (code: string) => ({ code, name: '名', kind: 'string' as const, value: '值' })
/** Fields an attacker adds in the hope of mass assignment. */
const overpostedFields = () => ({
  id: `${marker}-0000-4000-8000-000000000000`,
  companyId: otherCompany,
  company_id: otherCompany,
  builtin: true,
  created_by: marker,
  createBy: { id: marker, name: marker },
  updateTime: marker,
  roles: [marker],
  grant: 1,
  platform: true,
  everything: true,
  password_hash: marker,
  status: marker,
})
const findRow = async (code: string) =>
  (await app.sql('select company_id, id, builtin, version, created_by from base_parameters where code = $1', [code]))[0]

const restrictedFieldReason = 'the name of a contract field; the whole restriction is validated against the known ones'
const exemptNames = {
  'sysElems.create.field.name': restrictedFieldReason,
  'sysElems.update.field.name': restrictedFieldReason,
}
const isName = /^(name|title|contact|legal|label)$|Name$/
/** Paths of the name fields whose schema accepts invisible or direction-changing characters. */
const listLenientNames = (path: string, schema: z.ZodMiniType | undefined): string[] => {
  if (!schema) return []
  const { shape = {}, element, innerType, options = [] } = getParts(schema)
  if (isName.test(path.split('.').at(-1) ?? '') && schema.safeParse('张\u202E三').success) return [path]
  return [
    ...Object.entries(shape).flatMap(([key, field]) => listLenientNames(`${path}.${key}`, field)),
    ...[element, innerType, ...options].flatMap((inner) => listLenientNames(path, inner)),
  ]
}

describe('a request body', () => {
  it('accepts no name with invisible characters', () => {
    const lenient = endpoints.flatMap((endpoint) =>
      endpoint.method === 'GET' ? [] : listLenientNames(toTitle(endpoint), endpoint.body),
    )
    expectOnly(lenient, exemptNames)
  })
  it('is parsed by its schema: no endpoint accepts unknown keys', () => {
    const isLoose = (schema: z.ZodMiniType | undefined): boolean => {
      const def = schema?._zod.def as { type: string; catchall?: { _zod: { def: { type: string } } } } | undefined
      return def?.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
    }
    const parts = endpoints.flatMap((endpoint) => [
      [`${toTitle(endpoint)} query`, endpoint.query] as const,
      [`${toTitle(endpoint)} body`, endpoint.method === 'GET' ? undefined : endpoint.body] as const,
      [`${toTitle(endpoint)} reply`, endpoint.reply] as const,
    ])
    expect(parts.filter(([, schema]) => isLoose(schema)).map(([name]) => name)).toEqual([])
  })
  it('creates no row beyond the described one', async () => {
    const { data } = await app.call(
      create,
      { body: unchecked({ ...body('greedy.a'), version: 99, ...overpostedFields() }) },
      token,
    )
    const created = await findRow('greedy.a')
    expect(created).toMatchObject({ id: data?.id, builtin: false, version: 1 })
    expect([created?.company_id === otherCompany, JSON.stringify(created).includes(marker)]).toEqual([false, false])
  })
  it('changes nothing beyond the described fields', async () => {
    const { data } = await app.call(create, { body: body('greedy.b') }, token)
    const before = await findRow('greedy.b')
    const params = { id: data?.id ?? randomUUID() }
    await app.call(
      update,
      { params, body: unchecked({ ...body('greedy.b'), ...overpostedFields(), version: 1 }) },
      token,
    )
    expect(await findRow('greedy.b')).toEqual({ ...before, version: 2 })
    await app.call(revert, { params, body: unchecked({ ...overpostedFields(), to: 1, version: 2 }) }, token)
    expect(await findRow('greedy.b')).toEqual({ ...before, version: 3 })
  })
})
