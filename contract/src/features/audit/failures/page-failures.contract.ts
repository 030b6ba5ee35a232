import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { t } from '../../../kernel/texts.ts'
import { patternPath, shortText } from './breadcrumbs.contract.ts'

/** In place of a method, for page failures. */
export const pageMethod = 'PAGE'
export const maxFrames = 20

/** A stack frame: function and position in the product, nothing else. */
export const frame = z.string().check(z.regex(/^[\w$.<>()[\]/@~ -]{1,300}:\d{1,7}:\d{1,7}\)?$/, '堆栈格式不正确'))

/** A page failure reported by a browser. The error message is left out because it may quote input. */
export const pageFailureWrite = z.object({
  path: patternPath,
  error: z.string().check(z.regex(/^[A-Za-z]{1,64}$/, '错误名称格式不正确')),
  stack: z.array(frame).check(z.maxLength(maxFrames, { error: () => t('堆栈最多 {maxFrames} 行', { maxFrames }) })),
  version: shortText,
})
export type PageFailureWrite = z.output<typeof pageFailureWrite>

export const pageFailuresContract = defineContract('sysLogs', {
  reportPage: {
    method: 'POST',
    path: '/api/sys/logs/page/v1',
    summary: 'Report a console page that failed in the caller’s browser; found by the trace id of this call',
    access: signedInBecause('only the caller’s browser knows of the failure'),
    reach: 'manual',
    whileActing: 'home',
    rate: { n: 6, per: 'minute' },
    audit: { none: 'stored as a failure, which is not an operation of a user' },
    quiet: true,
    body: pageFailureWrite,
    reply: z.object({ traceId: z.string() }),
  },
})
