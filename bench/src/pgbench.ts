import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { countStatement, countValues, opening, pageStatement, pageValues } from './list-statements.ts'

/** pgbench passes its own variables as parameters; literals would be planned differently. */
const withNamedParameters = (statement: string, names: readonly string[]) =>
  names.reduce((text, name, at) => text.replace(`$${at + 1}`, `:${name}`), statement)

const script = (company: string) => {
  const [size, skip] = pageValues
  const [cap] = countValues
  const statements = [
    ...opening(company).split('; '),
    withNamedParameters(pageStatement, ['size', 'skip']),
    withNamedParameters(countStatement, ['cap']),
  ].map((statement) => `${statement};`)
  const pipelined = ['\\startpipeline', ...statements, '\\endpipeline', 'commit;']
  return [`\\set size ${size}`, `\\set skip ${skip}`, `\\set cap ${cap}`, ...pipelined, ''].join('\n')
}

/**
 * Runs the same statements in pgbench, pipelined and prepared.
 * @returns transactions per second; undefined if pgbench is not installed.
 */
export const pgbench = (
  servingUrl: string,
  company: string,
  folder: string,
  clients: number,
  seconds: number,
): number | undefined => {
  const file = path.join(folder, 'list.sql')
  writeFileSync(file, script(company))
  const options = `-n -M prepared -c ${clients} -j 2 -T ${seconds}`.split(' ')
  const { error, stdout, stderr, status } = spawnSync('pgbench', [...options, '-f', file, servingUrl], {
    encoding: 'utf8',
  })
  if (error) return undefined
  if (status !== 0) throw new Error(`pgbench：${stderr}`)
  return Number(stdout.match(/tps = ([\d.]+)/)?.[1])
}
