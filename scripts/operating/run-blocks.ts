import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Machine } from './booted-machine.ts'
import type { Block } from './chapters.ts'

const environment = ['HOME=/root', 'LANG=C.UTF-8', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']

/** What an operator types, in one shell that ends with the first failure. */
const toScript = (folder: string, blocks: readonly Block[]): string =>
  [
    'exec 2>&1',
    'set -e',
    `cd ${folder}`,
    ...blocks.flatMap(({ text: code }, at) => [`printf '\\n@@ block ${at} @@\\n'`, code]),
  ].join('\n')

/**
 * Types blocks into a shell of a machine, one after the other, beginning in a folder.
 * @returns the output of each block that ran, and whether the last of them succeeded
 */
export const runBlocks = async (machine: Machine, folder: string, blocks: readonly Block[]) => {
  const typed = spawn('nsenter', machine.enter('env', '-i', ...environment, 'bash', '-c', toScript(folder, blocks)), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(typed.stdout), once(typed, 'exit')])
  const [, ...outputs] = output.split(/\n@@ block \d+ @@\n/)
  return { outputs, isComplete: code === 0 && outputs.length === blocks.length }
}
