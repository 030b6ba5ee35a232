import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { featureLists } from './docs/feature-lists.ts'

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

await update('contract/src/features.gen.ts', featureLists(root))
// The pages read the contract, and so the lists above.
const { generatedPages } = await import('./docs/pages.ts')
for (const [file, text] of Object.entries(await generatedPages(root))) await update(file, text)

if (stale.length === 0) process.stdout.write('生成的文档都是最新的\n')
else if (!checking) process.stdout.write(`已更新：${stale.join('、')}\n`)
else {
  process.stderr.write(`这些生成的文件过期了，请运行 npm run docs：\n${stale.map((file) => `  ${file}`).join('\n')}\n`)
  process.exitCode = 1
}
