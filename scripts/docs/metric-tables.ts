import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { metricNames, metricOf } from '../../server/src/kernel/metric-table.ts'
import { withTable } from './marked-table.ts'

const marks = {
  begin: '<!-- Metrics: written by `npm run docs` from server/src/kernel/metric-table.ts -->',
  end: '<!-- End of the metrics -->',
}
const languages = {
  'docs/operating/monitoring.md': { key: 'en', headers: ['Metric', 'Kind', 'Labels', 'Meaning'] },
  'docs/operating/monitoring.zh-CN.md': { key: 'zh', headers: ['指标', '类型', '标签', '含义'] },
} as const

const rowsIn = (key: 'en' | 'zh') =>
  metricNames.map((name) => {
    const { kind, labels = [], [key]: sentence } = metricOf(name)
    return [`\`${name}\``, kind, labels.map((label) => `\`${label}\``).join(', '), sentence]
  })

/** The pages on monitoring with their tables of metrics as the code has them, by file. */
export const pagesWithMetrics = async (root: string): Promise<Record<string, string>> => {
  const files = Object.entries(languages).map(async ([file, { key, headers }]) => {
    const text = await readFile(path.join(root, file), 'utf8')
    return [file, withTable(file, text, marks, [headers, ...rowsIn(key)])]
  })
  return Object.fromEntries(await Promise.all(files))
}
