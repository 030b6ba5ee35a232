import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/**
 * Judges of OpenAPI documents. Installed by the thorough run and not with the project, as one package below spectral
 * names no licence.
 */
const judges = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
}
const folder = join(import.meta.dirname, '../../.cache/document-judges')

/**
 * Installs the judges once.
 * @returns their folder; undefined if they cannot be installed here.
 */
export const documentJudges = async (): Promise<string | undefined> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: judges }))
  await writeFile(join(folder, 'ruleset.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  return run('npm', install, { cwd: folder, timeout: 300_000 }).then(
    () => folder,
    () => undefined,
  )
}

/**
 * Runs a program of the judges.
 * @returns its status, and what it has said
 */
export const judge = async (program: string, ...args: string[]): Promise<{ status: number; said: string }> => {
  const file = join(folder, 'node_modules/.bin', program)
  const options = { cwd: folder, timeout: 180_000, maxBuffer: 2 ** 26 }
  return run(file, args, options).then(
    ({ stdout }) => ({ status: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ status: Number(code), said: stdout || stderr }),
  )
}
