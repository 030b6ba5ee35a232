import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Ends this process as SIGTERM does once npm or its shell has ended: the shell passes no signals on, and kill -9 sends none,
 * so a changed parent process is the only sign left.
 */
export const endWithNpm = () => {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Runs commands concurrently until all have ended; when one fails, the others are terminated.
 * @param commands commands as { file, args, cwd, env }
 * @returns the exit code of the first to fail, 128 + n for signal n; 0 if none did.
 */
export const runTogether = (commands) =>
  new Promise((resolve, reject) => {
    const children = commands.map(({ file, args, ...options }) => spawn(file, args, { ...options, stdio: 'inherit' }))
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the children itself; a second one would force them to exit immediately.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of children) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    let running = children.length
    let result = 0
    for (const child of children) {
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        const ended = code ?? 128 + constants.signals[signal]
        if (result === 0) result = ended
        if (ended !== 0)
          for (const other of children) if (other.exitCode === null && other.signalCode === null) other.kill('SIGTERM')
        running -= 1
        if (running > 0) return
        for (const each of signals) process.off(each, forward)
        resolve(result)
      })
    }
  })
