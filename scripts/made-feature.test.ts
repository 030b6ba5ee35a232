import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { featureLists } from './docs/feature-lists.ts'
import { withEntries } from './new-feature/central-lists.ts'
import { parseField } from './new-feature/fields.ts'
import { plainCopy } from './new-feature/plain-copy.ts'
import { copyTree } from './tree-copy.ts'

const fields = ['serial:text:编号', 'state:select:状态:open=在售|closed=停售', 'validFrom:date:生效日期'].map(
  parseField,
)
const names = { area: 'system', plural: 'price-lists', singular: 'price-list', noun: '价目' }

let tree: Awaited<ReturnType<typeof copyTree>>
beforeAll(async () => {
  tree = await copyTree()
  for (const [file, text] of [...plainCopy(tree.folder, names, fields), ...withEntries(tree.folder, names)]) {
    await mkdir(path.dirname(path.join(tree.folder, file)), { recursive: true })
    await writeFile(path.join(tree.folder, file), text)
  }
  await writeFile(path.join(tree.folder, 'contract/src/features.gen.ts'), await featureLists(tree.folder))
})
afterAll(() => tree?.remove())

// The whole road is in made-feature.thorough.test.ts.
it('starts with the new feature, which adds, finds, changes and removes rows', { timeout: 120_000 }, async () => {
  expect(await tree.runTests('system/price-lists')).toBeGreaterThan(5)
})
