import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type NetConnectOpts } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const running = new Map<ChildProcess, Promise<unknown>>()

const isListening = (address: NetConnectOpts) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(address).on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** Starts a program that is not ours, and waits until it listens. Throws if it ends instead. */
export const startProgram = async (
  program: string,
  args: string[],
  address: NetConnectOpts,
  options: SpawnOptions = { stdio: 'ignore' },
): Promise<void> => {
  const child = spawn(program, args, options)
  running.set(child, once(child, 'exit'))
  for (let tries = 0; !(await isListening(address)); tries += 1) {
    if (child.exitCode !== null || tries === 300) throw new Error(`${program} ${args.join(' ')} did not start`)
    await sleep(100)
  }
}

/** Ends the programs started by this process; for `afterAll` at a file's top, as hooks added by a test do not run. */
export const stopPrograms = async (): Promise<void> => {
  for (const [child, ended] of running) {
    child.kill('SIGKILL')
    await ended
  }
}
