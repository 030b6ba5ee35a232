import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type VariableName, variableNames, variableOf } from '../../server/src/config/variables.ts'
import { withTable } from './marked-table.ts'

const marks = {
  begin: '<!-- Variables: written by `npm run docs` from server/src/config/variables.ts -->',
  end: '<!-- End of the variables -->',
}
const languages = {
  'README.md': { key: 'en', headers: ['Variable', 'Default', 'Meaning'] },
  'README.zh-CN.md': { key: 'zh', headers: ['变量', '默认值', '说明'] },
} as const

const shownDefault = (name: VariableName, key: 'en' | 'zh') => {
  const { fallback, shownDefault } = variableOf(name)
  return shownDefault?.[key] ?? (fallback === '' ? '–' : `\`${fallback}\``)
}
const rowsIn = (key: 'en' | 'zh') =>
  variableNames.map((name) => {
    const { secret, [key]: sentence } = variableOf(name)
    return [secret ? `\`${name}\` *` : `\`${name}\``, shownDefault(name, key), sentence]
  })

/** The READMEs with their tables of variables as the code has them, by file. */
export const readmesWithVariables = async (root: string): Promise<Record<string, string>> => {
  const files = Object.entries(languages).map(async ([file, { key, headers }]) => {
    const text = await readFile(path.join(root, file), 'utf8')
    return [file, withTable(file, text, marks, [headers, ...rowsIn(key)])]
  })
  return Object.fromEntries(await Promise.all(files))
}
