import { readFileSync } from 'node:fs'
import { cpuIsKnown } from './cpu.ts'

/** An answer: when it came, as `performance.now` tells it, and how long it took, both in ms. */
export type Answer = { at: number; took: number }

const everyMs = 10

/** What the host of this virtual machine kept to itself, in ticks: the eighth figure of the first line of /proc/stat (proc(5)). */
const stolen = (): number =>
  cpuIsKnown ? Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/)[8] ?? 0) : 0

/**
 * Does a piece of work while it looks when the host of this virtual machine takes CPU time away from it: a p99 of such moments
 * is that of the host's other guests. They come in bursts, so that few answers fall into them. In: the work, and what of its
 * result the answers are. Out: the result, and those answers during which nothing was taken; whether one counts is judged by
 * that alone, never by how long it took. Throws where hardly any is left.
 */
export const inOwnTime = async <T>(work: () => PromiseLike<T>, answersOf: (result: T) => readonly Answer[]) => {
  const bursts: { from: number; to: number }[] = []
  let [before, from] = [stolen(), performance.now()]
  const look = () => {
    const [now, to] = [stolen(), performance.now()]
    if (now > before) bursts.push({ from, to })
    before = now
    from = to
  }
  const timer = setInterval(look, everyMs)
  const result = await Promise.resolve(work()).finally(() => clearInterval(timer))
  look()
  const all = answersOf(result)
  const own = all.filter(({ at, took }) => !bursts.some((burst) => burst.from < at && burst.to > at - took))
  const left = all.length - own.length
  if (left > 0) process.stdout.write(`宿主机占走 CPU 的时刻不计：${all.length} 次应答中的 ${left} 次\n`)
  if (own.length < all.length / 4) throw new Error('宿主机几乎一直在占走 CPU 时间，此时测不出什么')
  return { result, own }
}
