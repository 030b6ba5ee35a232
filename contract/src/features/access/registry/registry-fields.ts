import * as z from 'zod/mini'
import { permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'

export const rowStates = ['active', 'new', 'changed', 'missing'] as const

export const origin = z.enum(['code', 'custom'])
export const state = z.enum(rowStates)
export const booleanFilter = z.pipe(
  z.enum(['true', 'false'], '请选择是或否'),
  z.transform((text) => text === 'true'),
)
export const sort = z._default(
  z
    .int('请输入整数')
    .check(z.gte(0, '请输入 0 到 1000000 之间的整数'), z.lte(1_000_000, '请输入 0 到 1000000 之间的整数')),
  0,
)
export const codeWord = (required: string) =>
  text(64, required).check(z.regex(/^[a-z][A-Za-z0-9]*$/, '以小写字母开头，只能含字母和数字'))
export const desc = optionalMultilineText(500)

export const listEndpoint = {
  method: 'GET',
  access: permitted('list'),
  reach: 'company',
  wire: 'list',
  namesUsers: 'none',
} as const

/** Affected holders in all companies. */
export const holders = { companies: z.int(), roles: z.int(), people: z.int() }
