import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Without /proc, every value of this file is NaN. */
export const hasProc = existsSync('/proc/self/stat')

/** Clock ticks of /proc are 10 ms on every Linux that Node supports. */
const msPerTick = 10

type Stat = { pid: number; parent: number; ticks: number }

const readStat = (pid: string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may contain spaces and brackets; the fields begin after the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]),
    }
  } catch {
    return undefined
  }
}

/** CPU time of a process and its descendants in milliseconds, reaped children included. */
export const cpuOfTree = (root: number): number => {
  if (!hasProc) return Number.NaN
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat !== undefined)
  const below = (pid: number): number =>
    all.filter((stat) => stat.parent === pid).reduce((sum, child) => sum + child.ticks + below(child.pid), 0)
  return ((all.find(({ pid }) => pid === root)?.ticks ?? 0) + below(root)) * msPerTick
}

/** CPU time of the process alone, in milliseconds. */
export const readCpu = (pid: number): number => (hasProc ? (readStat(String(pid))?.ticks ?? 0) * msPerTick : Number.NaN)

/** Resident memory of a process, in megabytes. */
export const readMemory = (pid: number): number => {
  if (!hasProc) return Number.NaN
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}
