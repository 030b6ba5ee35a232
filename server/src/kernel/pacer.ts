import { setImmediate as othersTurn } from 'node:timers/promises'

/** Work between two turns of others. A request takes several turns, and waits for as many pieces of work. */
const workMs = 1

/**
 * Divides long work by the time that it takes, rather than by a number of items: rows differ, and so do machines.
 * @returns whether others are due, and what lets them have their turn
 */
export const createPacer = () => {
  let began = performance.now()
  return {
    isDue: () => performance.now() - began >= workMs,
    async pause() {
      await othersTurn()
      began = performance.now()
    },
  }
}
