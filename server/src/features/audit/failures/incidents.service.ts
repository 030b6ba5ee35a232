import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { denials } from '../../governance/explain/index.ts'
import type { OperationLog } from '../operation-logs/index.ts'
import { breadcrumbsRepository } from './breadcrumbs.repository.ts'
import { failedCallsRepository } from './failed-calls.repository.ts'
import { readIncidentStatus } from './incident-status.ts'

const maxRows = 200

/** The caller of the last of these rows, as far as known. */
const lastCaller = (rows: readonly OperationLogRow[]) => {
  const last = rows.findLast(({ actor }) => actor !== null)
  return last && { user: last.actor, sessionId: last.sessionId }
}

/** Everything recorded under one trace id or prefix. */
export const getIncident = async (log: OperationLog, { db, actor }: RequestScope, traceId: string) => {
  const [rows, found] = await Promise.all([
    log.rowsOfTrace(db, actor, traceId, maxRows),
    failedCallsRepository.find(db, actor, traceId),
  ])
  const denial = found ? undefined : await denials.find(db, actor, traceId)
  const call = found?.call ?? denial
  const [{ name: company, ...standing }, trail] = await Promise.all([
    readIncidentStatus(db, lastCaller(rows) ?? found?.caller),
    call && breadcrumbsRepository.find(db, call),
  ])
  return {
    company,
    standing,
    rows,
    failure: found?.call ?? null,
    refused: denial !== undefined,
    trail: trail ?? null,
  }
}
