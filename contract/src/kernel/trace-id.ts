import * as z from 'zod/mini'

/** A trace id or a prefix of at least eight digits. */
export const traceId = z.string().check(z.trim(), z.regex(/^[0-9a-f]{8,32}$/, '追踪号是 8 到 32 位的数字和字母 a-f'))

export const fullTraceId = z.string().check(z.regex(/^[0-9a-f]{32}$/, '追踪号是 32 位的数字和字母 a-f'))
