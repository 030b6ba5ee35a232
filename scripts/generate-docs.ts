import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { accessMatrixPage } from './docs/access-matrix-page.ts'
import { endpointsPage, errorCodesPage, permissionsPage } from './docs/contract-pages.ts'
import { databasePages } from './docs/database-pages.ts'
import { licencesPage } from './docs/licences-page.ts'

const root = path.dirname(import.meta.dirname)
const checking = process.argv.includes('--check')

const pages: Record<string, string> = {
  'docs/generated/endpoints.md': endpointsPage(),
  'docs/generated/permissions.md': permissionsPage(),
  'docs/generated/access-matrix.md': accessMatrixPage(),
  'docs/generated/error-codes.md': errorCodesPage(),
  'docs/generated/licences.md': await licencesPage(root),
  ...(await databasePages(root)),
}

const stale: string[] = []
for (const [file, text] of Object.entries(pages)) {
  const fullPath = path.join(root, file)
  const current = await readFile(fullPath, 'utf8').catch(() => '')
  if (current === text) continue
  stale.push(file)
  if (checking) continue
  await mkdir(path.dirname(fullPath), { recursive: true })
  await writeFile(fullPath, text)
}

if (stale.length === 0) process.stdout.write('生成的文档都是最新的\n')
else if (!checking) process.stdout.write(`已更新：${stale.join('、')}\n`)
else {
  process.stderr.write(`这些生成的文件过期了，请运行 npm run docs：\n${stale.map((file) => `  ${file}`).join('\n')}\n`)
  process.exitCode = 1
}
