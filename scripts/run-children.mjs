import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** npm forwards signals to a shell that keeps them, and kill -9 tells nobody: a parent that is gone is the only sign left. */
const whenNpmIsGone = (act) => {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => process.ppid !== parent && act(), 500)
}

/**
 * Runs commands side by side until all have ended; when one ends, the others are asked to.
 * In: commands as { file, args, cwd, env }. Out: the exit code of the one that ended first, 128 + n if by signal n.
 */
export const runTogether = (commands) =>
  new Promise((resolve, reject) => {
    const children = commands.map(({ file, args, ...options }) => spawn(file, args, { ...options, stdio: 'inherit' }))
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the children itself; a second one would mean "at once" to them.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of children) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    const lookout = whenNpmIsGone(() => {
      clearInterval(lookout)
      forward('SIGTERM')
    })
    let running = children.length
    let result
    for (const child of children) {
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        result ??= code ?? 128 + constants.signals[signal]
        running -= 1
        for (const other of children) if (other.exitCode === null && other.signalCode === null) other.kill('SIGTERM')
        if (running > 0) return
        clearInterval(lookout)
        for (const each of signals) process.off(each, forward)
        resolve(result)
      })
    }
  })
