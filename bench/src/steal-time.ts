import { readFileSync } from 'node:fs'
import { hasProc } from './cpu.ts'

/** A response: when it arrived by `performance.now`, and how long it took, both in ms. */
export type Answer = { at: number; took: number }

const sampleIntervalMs = 10

/**
 * CPU time stolen by the host of this virtual machine, in ticks: the eighth value of the first line of /proc/stat
 * (proc(5)).
 */
const readStealTicks = (): number =>
  hasProc ? Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/)[8] ?? 0) : 0

/**
 * Runs work and drops responses during which the host of this virtual machine took CPU time: their latency reflects
 * other guests. Stolen time comes in bursts, so few responses are affected; the choice depends only on it, never on
 * their latency.
 * @returns the result and the remaining responses
 * @throws if hardly any remain
 */
export const withoutStealTime = async <T>(work: () => PromiseLike<T>, getAnswers: (result: T) => readonly Answer[]) => {
  const bursts: { from: number; to: number }[] = []
  let [before, from] = [readStealTicks(), performance.now()]
  const sample = () => {
    const [now, to] = [readStealTicks(), performance.now()]
    if (now > before) bursts.push({ from, to })
    before = now
    from = to
  }
  const timer = setInterval(sample, sampleIntervalMs)
  const result = await Promise.resolve(work()).finally(() => clearInterval(timer))
  sample()
  const all = getAnswers(result)
  const own = all.filter(({ at, took }) => !bursts.some((burst) => burst.from < at && burst.to > at - took))
  const left = all.length - own.length
  if (left > 0) process.stdout.write(`宿主机占走 CPU 的时刻不计：${all.length} 次应答中的 ${left} 次\n`)
  if (own.length < all.length / 4) throw new Error('宿主机几乎一直在占走 CPU 时间，此时测不出什么')
  return { result, own }
}
