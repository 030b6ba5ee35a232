import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor, TemporaryActor } from '../scope.ts'

type Caller = Actor | TemporaryActor | null

const isActor = (caller: Caller): caller is Actor => caller !== null && 'rows' in caller

const isEmptyList = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'data' in answer &&
  Array.isArray(answer.data) &&
  answer.data.length === 0

/**
 * Checks that lists and files of endpoints with `namesUsers: 'inRowScope'` read the caller's row scope.
 * @returns the caller to pass to the handler, and an assertion to run on its answer
 */
export const trackRowScopeUse = ({ namesUsers, unmasked, wire, path }: Endpoint, caller: Caller) => {
  const isChecked = namesUsers === 'inRowScope' && !unmasked && (wire === 'list' || wire === 'binary')
  if (!isChecked || !isActor(caller)) return { caller, assertUsed: (_: unknown) => undefined }
  let isUsed = false
  const watched: Actor = {
    ...caller,
    get rows() {
      isUsed = true
      return caller.rows
    },
  }
  return {
    caller: watched,
    assertUsed: (answer: unknown) => {
      if (!isUsed && !isEmptyList(answer))
        throw new Error(`${path} declares that it names users in the row scope, but its handler ignored the row scope`)
    },
  }
}
