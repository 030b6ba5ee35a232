import * as z from 'zod/mini'
import { t } from './texts.ts'

const invalidTimeMessage = '时间格式不正确'
const isEmptyInput = (input: unknown) => input === undefined || input === null || input === ''
const earliest = Date.parse('2000-01-01T00:00:00Z')
const latest = Date.parse('2200-01-01T00:00:00Z')
/** A timestamp from user input: ISO 8601 with offset, years 2000 to 2199. */
export const momentInput = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: ({ input }) => (isEmptyInput(input) ? t('请选择时间') : invalidTimeMessage),
  })
  .check(z.refine((time) => Date.parse(time) >= earliest && Date.parse(time) < latest, invalidTimeMessage))

/** An optional timestamp; null (unlimited or immediately) by default. */
export const optionalMomentInput = z._default(z.nullable(momentInput), null)
