import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type NetConnectOpts } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from './after-file.ts'

const isListening = (address: NetConnectOpts) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(address).on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** Starts a program that is not ours, waits until it listens, and returns how to stop it, which also happens after the file. */
export const startProgram = async (
  program: string,
  args: string[],
  address: NetConnectOpts,
  options: SpawnOptions = { stdio: 'ignore' },
): Promise<() => Promise<void>> => {
  const child = spawn(program, args, options)
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  afterFile(stop)
  for (let tries = 0; !(await isListening(address)); tries += 1) {
    if (child.exitCode !== null || tries === 300) throw new Error(`${program} ${args.join(' ')} did not start`)
    await sleep(100)
  }
  return stop
}
