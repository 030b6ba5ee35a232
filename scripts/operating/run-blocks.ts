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

const type = async (machine: Machine, script: string) => {
  const typed = spawn('nsenter', machine.enter('env', '-i', ...environment, 'bash', '-c', script), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(typed.stdout), once(typed, 'exit')])
  return { output, code: Number(code) }
}

/**
 * Types a block into a shell of its own, where a command may find nothing.
 * @returns its output, and whether each of its commands could run
 */
export const runAlone = async (machine: Machine, { language, text: code }: Block) => {
  const sql = `psql "$(cat /etc/atrium/database_url)" --set=ON_ERROR_STOP=1 <<'END'\n${code}END\n`
  const ran = await type(machine, `exec 2>&1\ntrap '[ $? -le 1 ] || exit 2' ERR\n${language === 'sql' ? sql : code}`)
  return { output: ran.output, isComplete: ran.code <= 1 }
}

/**
 * Types blocks into a shell of a machine, one after the other, beginning in a folder.
 * @returns the output of each block that ran, and whether the last of them succeeded
 */
export const runBlocks = async (machine: Machine, folder: string, blocks: readonly Block[]) => {
  const { output, code } = await type(machine, toScript(folder, blocks))
  const [, ...outputs] = output.split(/\n@@ block \d+ @@\n/)
  return { outputs, isComplete: code === 0 && outputs.length === blocks.length }
}
