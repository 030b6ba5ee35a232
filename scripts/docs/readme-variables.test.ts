import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readmesWithVariables } from './readme-variables.ts'

const root = path.join(import.meta.dirname, '../..')

it('the READMEs list the variables that the code reads', async () => {
  const expected = await readmesWithVariables(root)
  for (const [file, text] of Object.entries(expected))
    expect(await readFile(path.join(root, file), 'utf8'), `${file}: npm run docs writes its table`).toBe(text)
})
