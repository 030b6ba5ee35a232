import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { words } from './words.mjs'

export type Step = {
  readonly name: string
  /** Shown while the step runs. */
  readonly title: string
  /** Arguments of Node, one list for each program; programs run in sequence. */
  readonly programs: readonly (readonly string[])[]
  /** Report file with the step's test counts, if it counts tests. */
  readonly report?: string
  /** Added to the environment of its programs. */
  readonly env?: NodeJS.ProcessEnv
}

const reporting = (root: string, step: Step): NodeJS.ProcessEnv => {
  if (!step.report) return {}
  const file = path.join(root, step.report)
  mkdirSync(path.dirname(file), { recursive: true })
  // An earlier report must not count as this run's.
  rmSync(file, { force: true })
  return { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
}

const runProgram = (root: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ ok: boolean; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
    const stop = (signal: NodeJS.Signals): void => {
      child.kill(signal)
      process.exitCode = 1
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.on(signal, stop)
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop)
      resolve({ ok: code === 0, output: Buffer.concat(output).toString('utf8') })
    })
  })

/**
 * Runs one step and prints its name and duration; its output is shown only on failure.
 * @returns whether it passed
 */
export const runStep = async (root: string, step: Step): Promise<boolean> => {
  const began = performance.now()
  const env = { ...reporting(root, step), ...step.env }
  process.stdout.write(`${step.title} ${words('……', '...')} `)
  for (const args of step.programs) {
    const { ok, output } = await runProgram(root, args, env)
    if (ok) continue
    process.stdout.write(`${words('未通过', 'failed')}\n\n${output.trimEnd()}\n\n`)
    return false
  }
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} ${words('秒', 's')}\n`)
  return true
}
