import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Debian's own Python: another one first in the path has none of Debian's packages. */
const python = '/usr/bin/python3'

const succeeds = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
/** Whether Debian's LibreOffice Calc and openpyxl are installed. */
export const hasWorkbookJudges = succeeds('soffice', '--version') && succeeds(python, '-c', 'import openpyxl')

/** Has LibreOffice convert a file. Takes the formats, as `--convert-to` and `--infilter` take them. */
export const convert = async (file: string, format: string, folder: string, from?: string): Promise<void> => {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const filter = from === undefined ? [] : [`--infilter=${from}`]
  await run('soffice', [profile, '--headless', ...filter, '--convert-to', format, '--outdir', folder, file], {
    timeout: 120_000,
  })
}

/** Runs a program in Python that prints JSON. */
export const inPython = async (program: string, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await run(python, ['-c', program, ...args], { timeout: 120_000, maxBuffer: 2 ** 26 })).stdout)
