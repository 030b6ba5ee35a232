import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { featureLists } from './docs/feature-lists.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const checking = process.argv.includes('--check')

const stale: string[] = []
const update = async (file: string, text: string) => {
  const fullPath = path.join(root, file)
  const current = await readFile(fullPath, 'utf8').catch(() => '')
  if (current === text) return
  stale.push(file)
  if (checking) return
  await mkdir(path.dirname(fullPath), { recursive: true })
  await writeFile(fullPath, text)
}

await update('contract/src/features.gen.ts', await featureLists(root))
// The pages read the contract, and so the lists above.
const { generatedPages } = await import('./docs/pages.ts')
for (const [file, text] of Object.entries(await generatedPages(root))) await update(file, text)

if (stale.length === 0)
  process.stdout.write(`${words('生成的文档都是最新的', 'The generated documents are up to date')}\n`)
else if (!checking) process.stdout.write(`${words(`已更新：${stale.join('、')}`, `Updated: ${stale.join(', ')}`)}\n`)
else {
  const advice = words(
    '这些生成的文件过期了，请运行 npm run docs：',
    'These generated files are out of date; run npm run docs:',
  )
  process.stderr.write(`${advice}\n${stale.map((file) => `  ${file}`).join('\n')}\n`)
  process.exitCode = 1
}
