/** Runs work once all earlier work has settled. Settles as the work does. */
export type InTurn = (work: () => Promise<void>) => Promise<void>

/** Makes a queue of its own. */
export const createInTurn = (): InTurn => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}
