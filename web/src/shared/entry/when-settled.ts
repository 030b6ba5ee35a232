import { queryClient } from '../../kernel/api/query-client.ts'

/** A page may go on reading shortly after its first replies. */
const quietMs = 250
/** For a page that reads nothing. */
const patienceMs = 2000

/**
 * Starts work once the first page has read what it shows, so that nothing competes with it.
 * @param work - may return a function that stops it
 * @returns a function that stops the work, or the waiting for it
 */
export const whenSettled = (work: () => (() => void) | undefined): (() => void) => {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasRead = false
  const begin = () => {
    stopWaiting()
    stop = work()
  }
  const wait = () => {
    clearTimeout(timer)
    if (queryClient.isFetching() === 0) timer = setTimeout(begin, hasRead ? quietMs : patienceMs)
    else hasRead = true
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
