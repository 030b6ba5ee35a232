import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { defineContract, publicBecause } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readInput } from './read-input.ts'

const { keep } = defineContract('planted', {
  keep: {
    method: 'PUT',
    path: '/api/planted/v1',
    summary: 'Takes anything, so that only what can be stored is asked',
    access: publicBecause('no server serves it'),
    reach: 'manual',
    audit: { none: 'no server serves it' },
    body: z.unknown(),
    reply: z.null(),
  },
})
const kept = (body: unknown) => () => readInput(keep, { params: {}, query: {}, body })

const nested = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

// The database rejects some of these too; these must not depend on it.
describe('storable values', () => {
  it.each([
    ['text', 'a\tb\r\n'],
    ['pairs of surrogates', '👩‍👩‍👧'],
    ['empty values', { a: null, b: [], c: {} }],
    ['twenty levels', nested(20)],
    ['a harmless key named constructor', { constructor: '甲方', a: { constructor: null } }],
  ])('%s', (_, value) => expect(kept(value)()).toMatchObject({ body: value }))
  it.each([
    ['NUL in a text', 'a\0'],
    ['a nested NUL', { a: [{ b: ['\0'] }] }],
    ['NUL in a key', { a: { 'b\0': 1 } }],
    ['the first half of a pair', 'a\ud83d'],
    ['the second half of a pair', ['\ude00b']],
    ['half a pair in a key', { '\ud83d': 1 }],
    ['a prototype', JSON.parse('{"__proto__":1}')],
    ['a prototype further in', [{ a: JSON.parse('{"__proto__":null}') }]],
    ['a prototype by its constructor', { constructor: { prototype: {} } }],
    ['twenty-one levels', nested(21)],
    ['more levels than the stack', nested(200_000)],
  ])('rejects %s', (_, value) => expect(kept(value)).toThrow(kernelErrors.invalid.msg))
})

describe('reading input', () => {
  it('reports the errors of all parts together', () => {
    const read = () => readInput(baseParametersContract.update, { params: { id: 'x' }, query: {}, body: { code: '1' } })
    const fields = ['id', 'code', 'name', 'kind', 'version'].map((field) => expect.objectContaining({ field }))
    expect(read).toThrow(expect.objectContaining({ extras: { errors: expect.arrayContaining(fields) } }))
  })
  it('rejects an unknown filter instead of returning all rows', () => {
    const asked = (query: object) => () => readInput(operationLogsContract.operations, { params: {}, query, body: {} })
    expect(asked({ 'f.ip': '10.0.0.1' })).not.toThrow()
    expect(asked({ 'f.ip': '10.0.0.1', 'f.usr': 'x' })).toThrow('不支持按“usr”筛选')
    const exported = { params: {}, query: {}, body: { 'f.usr': 'x' } }
    expect(() => readInput(companiesContract.exportCompanies, exported)).toThrow('不支持按“usr”筛选')
  })
})
