import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type VariableName, variableNames, variableOf } from '../../server/src/config/variables.ts'
import { tableRow } from './markdown-table.ts'

const begin = '<!-- Variables: written by `npm run docs` from server/src/config/variables.ts -->'
const end = '<!-- End of the variables -->'
const languages = {
  'README.md': { key: 'en', headers: ['Variable', 'Default', 'Meaning'] },
  'README.zh-CN.md': { key: 'zh', headers: ['变量', '默认值', '说明'] },
} as const

const shownDefault = (name: VariableName, key: 'en' | 'zh') => {
  const { fallback, shownDefault } = variableOf(name)
  return shownDefault?.[key] ?? (fallback === '' ? '–' : `\`${fallback}\``)
}
const table = (key: 'en' | 'zh', headers: readonly string[]) => {
  const rows = variableNames.map((name) => {
    const { secret, [key]: sentence } = variableOf(name)
    return [secret ? `\`${name}\` *` : `\`${name}\``, shownDefault(name, key), sentence]
  })
  return [headers, headers.map(() => '---'), ...rows].map(tableRow).join('\n')
}

/** The READMEs with their tables of variables as the code has them, by file. */
export const readmesWithVariables = async (root: string): Promise<Record<string, string>> => {
  const files = Object.entries(languages).map(async ([file, { key, headers }]) => {
    const text = await readFile(path.join(root, file), 'utf8')
    const [before, rest = ''] = text.split(begin)
    const after = rest.split(end)[1]
    if (after === undefined) throw new Error(`${file} lacks the marks of its table of variables`)
    return [file, `${before}${begin}\n\n${table(key, headers)}\n\n${end}${after}`]
  })
  return Object.fromEntries(await Promise.all(files))
}
