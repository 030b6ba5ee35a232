import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Share of a processor below which a node rests. */
const restingShare = 0.03

/**
 * Collects garbage once whenever a node begins to rest, which gives its memory back (decision 79).
 * @param everyMs how often to look whether it rests
 */
export const collectAtRest = (everyMs = 20_000): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  let wasBusy = true
  let last = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const isBusy = user + system > everyMs * 1000 * restingShare
    if (wasBusy && !isBusy) collect()
    wasBusy = isBusy
  }, everyMs)
  timer.unref()
}
