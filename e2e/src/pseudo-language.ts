import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder with the language of tests, by which they see what is not translated. */
export const makePseudoLanguage = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-languages-'))
  execFileSync(process.execPath, ['scripts/new-language.ts', 'xx', folder], {
    cwd: path.join(import.meta.dirname, '../..'),
  })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
