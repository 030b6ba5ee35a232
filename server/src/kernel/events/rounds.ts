/** Less than a second, so that an event of another node arrives within one. */
const maxGapMs = 800
/** Bounds the queries when many events follow each other. */
const minGapMs = 100

type Options = {
  /** Whether there is anything to do; without it no round runs. */
  isNeeded(): boolean
  onError(error: unknown): void
}

/**
 * Repeats a round: every 800 ms, and at once when woken, but one at a time and with a pause after each.
 * @returns `wake`, and `stop`, which waits for the current round
 */
export const createRounds = (round: () => Promise<void>, { isNeeded, onError }: Options) => {
  let running: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let isDue = false
  const endPause = () => {
    pause = undefined
    if (isDue) wake()
  }
  const wake = () => {
    isDue = running !== undefined || pause !== undefined
    if (isDue || !isNeeded()) return
    running = round()
      .catch(onError)
      .finally(() => {
        running = undefined
        pause = setTimeout(endPause, minGapMs)
        pause.unref()
      })
  }
  const timer = setInterval(wake, maxGapMs)
  timer.unref()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      await running
      clearTimeout(pause)
    },
  }
}
