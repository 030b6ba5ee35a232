import { readFileSync } from 'node:fs'
import path from 'node:path'
import { licenceFiles } from './shipped-files.ts'

/** The licences of the packages in these folders, one after the other, as their authors ask for. */
export const licenceTexts = (folders: readonly string[]): string =>
  folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
      const texts = licenceFiles(folder).map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
      return [`${'='.repeat(80)}\n${name} ${version} (${license ?? 'MIT'})`, ...texts].join('\n\n')
    })
    .join('\n\n')
    .concat('\n')
