import { randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { buildCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly, titleOf } from './expect-only.ts'

const { create, update, revert } = baseParametersContract
let app: TestApp
let token: string
let other: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
  other = await buildCompany(app)
})

const mark = 'd15ea5ed'
const body = (code: string) => ({ code, name: '名', kind: 'string' as const, value: '值' })
/** What somebody would add who hopes that a whole object is written. */
const greedy = () => ({
  id: `${mark}-0000-4000-8000-000000000000`,
  companyId: other,
  company_id: other,
  builtin: true,
  created_by: mark,
  createBy: { id: mark, name: mark },
  updateTime: mark,
  roles: [mark],
  grant: 1,
  platform: true,
  everything: true,
  password_hash: mark,
  status: mark,
})
const row = async (code: string) =>
  (await app.sql('select company_id, id, builtin, version, created_by from base_parameters where code = $1', [code]))[0]

type Def = {
  shape?: Readonly<Record<string, z.ZodMiniType>>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
}
const restricted = 'the name of a field of the contract; the restriction as a whole knows which there are'
const notNames = { 'sysElems.create.field.name': restricted, 'sysElems.update.field.name': restricted }
const isName = /^(name|title|contact|legal|label)$|Name$/
/** Whether a schema takes a name that shows something else than it holds, by the path of the field. */
const lenientNames = (path: string, schema: z.ZodMiniType | undefined): string[] => {
  if (!schema) return []
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as unknown as Def
  if (isName.test(path.split('.').at(-1) ?? '') && schema.safeParse('张\u202E三').success) return [path]
  return [
    ...Object.entries(shape).flatMap(([key, field]) => lenientNames(`${path}.${key}`, field)),
    ...[element, innerType, ...options].flatMap((inner) => lenientNames(path, inner)),
  ]
}

describe('a body', () => {
  it('takes no name with invisible characters', () => {
    const lenient = endpoints.flatMap((endpoint) =>
      endpoint.method === 'GET' ? [] : lenientNames(titleOf(endpoint), endpoint.body),
    )
    expectOnly(lenient, notNames)
  })
  it('is taken apart by its schema: no endpoint lets unknown keys through', () => {
    const loose = (schema: z.ZodMiniType | undefined): boolean => {
      const def = schema?._zod.def as { type: string; catchall?: { _zod: { def: { type: string } } } } | undefined
      return def?.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
    }
    const parts = endpoints.flatMap((endpoint) => [
      [`${titleOf(endpoint)} query`, endpoint.query] as const,
      [`${titleOf(endpoint)} body`, endpoint.method === 'GET' ? undefined : endpoint.body] as const,
      [`${titleOf(endpoint)} reply`, endpoint.reply] as const,
    ])
    expect(parts.filter(([, schema]) => loose(schema)).map(([name]) => name)).toEqual([])
  })
  it('makes no row but the one described', async () => {
    const { data } = await app.call(create, { body: { ...body('greedy.a'), version: 99, ...greedy() } as never }, token)
    const made = await row('greedy.a')
    expect(made).toMatchObject({ id: data?.id, builtin: false, version: 1 })
    expect([made?.company_id === other, JSON.stringify(made).includes(mark)]).toEqual([false, false])
  })
  it('changes nothing but what is described', async () => {
    const { data } = await app.call(create, { body: body('greedy.b') }, token)
    const before = await row('greedy.b')
    const params = { id: data?.id ?? randomUUID() }
    await app.call(update, { params, body: { ...body('greedy.b'), ...greedy(), version: 1 } as never }, token)
    expect(await row('greedy.b')).toEqual({ ...before, version: 2 })
    await app.call(revert, { params, body: { ...greedy(), to: 1, version: 2 } as never }, token)
    expect(await row('greedy.b')).toEqual({ ...before, version: 3 })
  })
})
