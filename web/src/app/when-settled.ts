import { queryClient } from '../kernel/api/query-client.ts'

/** Long enough for a page to go on reading after its first replies. */
const quietMs = 1000

/**
 * Starts work once the first page has read what it shows, so that nothing competes with it.
 * @param work - may return a function that stops it
 * @returns a function that stops the work, or the waiting for it
 */
export const whenSettled = (work: () => (() => void) | undefined): (() => void) => {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    stopWaiting()
    stop = work()
  }
  const wait = () => {
    clearTimeout(timer)
    if (queryClient.isFetching() === 0) timer = setTimeout(begin, quietMs)
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(wait)
  const stopWaiting = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  wait()
  return () => {
    stopWaiting()
    stop?.()
  }
}
