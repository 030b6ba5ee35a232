/** Answers calls that come together with one, after a pause. */
export const throttle = (work: () => void, pauseMs: number): (() => void) => {
  let isWaiting = false
  const run = () => {
    isWaiting = false
    work()
  }
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(run, pauseMs)
  }
}
