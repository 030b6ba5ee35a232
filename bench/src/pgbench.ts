import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { countStatement, opening, pageStatement } from './list-statements.ts'

const withValues = (text: string, values: readonly number[]) =>
  values.reduce((sql, value, at) => sql.replace(`$${at + 1}`, String(value)), text)

/** The same statements by pgbench. Out: transactions a second, or undefined where pgbench is not installed. */
export const pgbench = (
  servingUrl: string,
  company: string,
  folder: string,
  clients: number,
  seconds: number,
): number | undefined => {
  const script = path.join(folder, 'list.sql')
  const lines = [opening(company), withValues(pageStatement, [10, 0]), withValues(countStatement, [10_001]), 'commit']
  writeFileSync(script, lines.map((line) => `${line};\n`).join(''))
  const options = [
    '-n',
    '-M',
    'simple',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
    servingUrl,
  ]
  const { error, stdout, stderr, status } = spawnSync('pgbench', options, { encoding: 'utf8' })
  if (error) return undefined
  if (status !== 0) throw new Error(`pgbench: ${stderr}`)
  return Number(stdout.match(/tps = ([\d.]+)/)?.[1])
}
