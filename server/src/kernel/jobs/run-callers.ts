import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { jobErrors } from '@atrium/contract/kernel/job-errors.ts'
import { type Actor, AppError } from '../scope.ts'

/** Who asked for a run: a user of a company, and the session in which they act in another one; null at home. */
export type Asker = { companyId: string; userId: string; sessionId: string | null }
/** Finds who asked for a run with the rights they have now, or says in a sentence why they have none any more. */
export type FindCaller = (companyId: string, asker: Asker) => Promise<Actor | { refusal: string }>

/**
 * The caller of a run with their present rights. In: the calls that they must be allowed.
 * @throws `noLongerAllowed` if they are not
 */
export const admitCaller = async (
  findCaller: FindCaller,
  companyId: string,
  asker: Asker,
  endpoints: readonly Endpoint[],
): Promise<Actor> => {
  const caller = await findCaller(companyId, asker)
  if ('refusal' in caller) throw new AppError({ ...jobErrors.noLongerAllowed, msg: caller.refusal })
  const isAllowed = (endpoint: Endpoint) =>
    caller.decide(endpoint).allowed && !(caller.readOnly && isMutation(endpoint))
  if (!endpoints.every(isAllowed)) throw new AppError(jobErrors.noLongerAllowed)
  return caller
}
