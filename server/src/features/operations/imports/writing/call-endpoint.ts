import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { runInSavepoint } from '../../../../kernel/db/savepoint.ts'
import { type ConstraintErrors, toAppError } from '../../../../kernel/http/error-reply.ts'
import type { AnyInput, Route } from '../../../../kernel/http/implement.ts'
import { originOfRun } from '../../../../kernel/jobs/scope-of-batch.ts'
import type { AppError, AuditNote } from '../../../../kernel/scope.ts'
import type { Turn } from '../import-run.ts'

type Ports = { routes: () => readonly Route[]; constraints: () => ConstraintErrors }
type Input = Pick<AnyInput, 'params' | 'body'>

/**
 * Creates the function that calls an endpoint of company reach for a row, as a request of the run's caller would, in a
 * savepoint. Impacts need no confirmation: the caller has seen what the import changes.
 * @returns the reply, or the refusal for which it was rolled back
 */
export const createEndpointCalls = ({ routes, constraints }: Ports) => {
  let known: ReadonlyMap<Endpoint, Route> | undefined
  return async (turn: Turn, endpoint: Endpoint, input: Input): Promise<{ reply: unknown } | { refusal: AppError }> => {
    known ??= new Map(routes().map((each) => [each.endpoint, each]))
    const route = known.get(endpoint)
    if (route?.endpoint.reach !== 'company') throw new Error(`${endpoint.path} cannot be called for rows of an import`)
    const { db, actor, timeZone } = turn
    const noted: AuditNote = {}
    const after: (() => void)[] = []
    const scope = {
      db,
      actor,
      origin: originOfRun({ timeZone }),
      note: (added: AuditNote) => void Object.assign(noted, added),
      confirm: () => undefined,
      setCookie: () => undefined,
      afterCommit: (work: () => void) => void after.push(work),
    }
    let reply: unknown
    const refusal = await runInSavepoint(
      db,
      async () => {
        reply = await route.handle(scope, { query: undefined, file: undefined, ...input })
      },
      (error) => toAppError(error, constraints()),
    )
    if (refusal) return { refusal }
    const { sideEffects = [], ...note } = noted
    if (endpoint.method !== 'GET' && 'event' in endpoint.audit && !note.unchanged)
      turn.audited.push({ event: endpoint.audit.event, note })
    for (const { event, companyId: _, ...part } of sideEffects) turn.audited.push({ event, note: part })
    turn.after.push(...after)
    return { reply }
  }
}
export type CallEndpoint = ReturnType<typeof createEndpointCalls>
