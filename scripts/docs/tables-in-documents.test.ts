import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pagesWithMetrics } from './metric-tables.ts'
import { readmesWithVariables } from './readme-variables.ts'

const root = path.join(import.meta.dirname, '../..')

it.each([
  ['the READMEs list the variables that the code reads', readmesWithVariables],
  ['the pages on monitoring list the metrics that the code serves', pagesWithMetrics],
])('%s', async (_, read) => {
  const expected = await read(root)
  for (const [file, text] of Object.entries(expected))
    expect(await readFile(path.join(root, file), 'utf8'), `${file}: npm run docs writes its table`).toBe(text)
})
