import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const libraries = '/usr/lib'
/** Debian's libfaketime, in the folder of this machine's architecture. */
const findLibrary = (): string | undefined =>
  readdirSync(libraries)
    .map((folder) => path.join(libraries, folder, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file))

/** Ten seconds before the end of this year in China. */
export const newYearsEve = (): Date => new Date(`${new Date().getUTCFullYear()}-12-31T23:59:50+08:00`)

/**
 * The environment in which the clocks of all processes begin at a time. Each gets the same offset, so that they agree.
 * @returns nothing where faketime is not installed: the clock is the machine's
 */
export const fakeClock = (beginning: Date): NodeJS.ProcessEnv => {
  const library = findLibrary()
  if (!library) return {}
  const offset = Math.round((beginning.getTime() - Date.now()) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
    // Timers and measured durations go on as they are.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
