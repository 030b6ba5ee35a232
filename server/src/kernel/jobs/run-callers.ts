import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { jobErrors } from '@atrium/contract/kernel/job-errors.ts'
import { assertAllRowsReadable, assertNothingRestricted } from '../http/reply-mask.ts'
import { type Actor, AppError } from '../scope.ts'

/** Who asked for a run: a user of a company, and the session in which they act in another one; null at home. */
export type Asker = { companyId: string; userId: string; sessionId: string | null }
/** Finds who asked for a run with the rights they have now, or says in a sentence why they have none any more. */
export type FindCaller = (companyId: string, asker: Asker) => Promise<Actor | { refusal: string }>

const noInput = { params: undefined, query: undefined, body: undefined, file: undefined }
/**
 * Refuses a run whose caller must be allowed these calls and is not.
 * @throws `noLongerAllowed`; `rowsRestricted` or `fieldsRestricted` for calls whose replies are unmasked
 */
export const assertStillAllowed = (caller: Actor, endpoints: readonly Endpoint[]): void => {
  for (const endpoint of endpoints) {
    const isReadOnly = caller.readOnly && isMutation(endpoint)
    if (isReadOnly || !caller.decide(endpoint).allowed) throw new AppError(jobErrors.noLongerAllowed)
    assertAllRowsReadable(endpoint, caller)
    if (caller.restricted) assertNothingRestricted(endpoint, caller.restricted, noInput)
  }
}

/**
 * The caller of a run with their present rights. Takes the calls that they must be allowed.
 * @throws what `assertStillAllowed` throws, and `noLongerAllowed` without a caller
 */
export const admitCaller = async (
  findCaller: FindCaller,
  companyId: string,
  asker: Asker,
  endpoints: readonly Endpoint[],
): Promise<Actor> => {
  const caller = await findCaller(companyId, asker)
  if ('refusal' in caller) throw new AppError({ ...jobErrors.noLongerAllowed, msg: caller.refusal })
  assertStillAllowed(caller, endpoints)
  return caller
}
