import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor, TemporaryActor } from '../scope.ts'

type Who = Actor | TemporaryActor | null

const isActor = (who: Who): who is Actor => who !== null && 'rows' in who

const isEmptyList = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'data' in answer &&
  Array.isArray(answer.data) &&
  answer.data.length === 0

/**
 * Holds lists and files to `people: 'scoped'`: a handler that answers has to have read the caller's row scope. In: the
 * declaration and the caller. Out: the caller for the handler, and what throws when the answer was made without it.
 */
export const watchRowScope = ({ people, whole, wire, path }: Endpoint, who: Who) => {
  const isHeld = people === 'scoped' && !whole && (wire === 'list' || wire === 'binary')
  if (!isHeld || !isActor(who)) return { who, assertUsed: (_: unknown) => undefined }
  let isUsed = false
  const watched: Actor = {
    ...who,
    get rows() {
      isUsed = true
      return who.rows
    },
  }
  return {
    who: watched,
    assertUsed: (answer: unknown) => {
      if (!isUsed && !isEmptyList(answer))
        throw new Error(`${path} declares its people scoped, but its handler ignored the row scope`)
    },
  }
}
