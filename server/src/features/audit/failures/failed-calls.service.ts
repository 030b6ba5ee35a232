import type {
  FailuresExport,
  FailuresQuery,
  OwnFailure,
} from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { failureErrors } from '@atrium/contract/features/audit/failures/failures.errors.ts'
import { pageMethod } from '@atrium/contract/features/audit/failures/page-failures.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { orNewest } from '../operation-logs/index.ts'
import { failedCallSource } from './failed-call-sheet.ts'
import { failedCallsRepository as repository } from './failed-calls.repository.ts'

/** Failed calls (decision 53): reading and handling. */
export const createFailedCalls = (exportSheet: ExportSheet) => ({
  async list({ db, actor, origin: { timeZone } }: RequestScope, query: FailuresQuery) {
    const [data, total] = await Promise.all([
      orNewest(query, (range) => repository.page(db, actor, query, { range, timeZone })),
      repository.total(db, actor, query, timeZone),
    ])
    return { data, ...total }
  },

  export(scope: DetachedScope<Actor>, request: FailuresExport) {
    const { actor, origin } = scope
    const { timeZone } = origin
    return exportSheet(scope, {
      source: failedCallSource,
      request,
      reach: { reach: 'company', companyId: actor.companyId } as const,
      count: (db, limit) => repository.count(db, actor, request, timeZone, limit),
      batch: (db, after, size) => repository.page(db, actor, request, { range: { size, after: after?.seq }, timeZone }),
    })
  },

  stack: async ({ db, actor }: RequestScope, id: string) => orNotFound(await repository.stack(db, actor, id)),

  /** Throws `failureHandled`. */
  async handle(scope: RequestScope, id: string, { remark }: { remark: string }) {
    const { db, actor } = scope
    const { method, path, name, handledAt } = orNotFound(await repository.hold(db, actor, id))
    if (handledAt !== null) throw new AppError(failureErrors.failureHandled)
    await repository.handle(db, id, { remark, by: { ...toAuthor(scope), companyId: actor.companyId } })
    scope.note({ entityId: id, entityName: name || `${method} ${path}`, after: { remark } })
    return null
  },

  /** Throws `noFailure` unless the caller met a failure with this trace id. */
  async own({ db, actor }: RequestScope, traceId: string): Promise<OwnFailure> {
    const found = await repository.find(db, actor, traceId, actor.userId)
    if (!found) throw new AppError(failureErrors.noFailure)
    const { call } = found
    const { lastTraceId, lastTime, name, method, handled } = call
    const isPage = method === pageMethod
    const isFirst = call.traceId.startsWith(traceId)
    return {
      traceId: isFirst ? call.traceId : lastTraceId,
      time: isFirst ? call.time : lastTime,
      what: isPage ? t('打开页面') : name || t('该操作'),
      changes: method !== 'GET' && !isPage,
      handled: handled !== null,
    }
  },
})
