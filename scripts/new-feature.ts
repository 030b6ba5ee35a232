import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { areas } from './areas.ts'
import { withEntries } from './new-feature/central-lists.ts'
import { plainCopy } from './new-feature/plain-copy.ts'

const root = path.dirname(import.meta.dirname)
const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [place = '', noun, singularGiven] = process.argv.slice(2)
const [, area = 'system', plural = ''] = place.match(/^(?:([a-z]+)\/)?([a-z]+(?:-[a-z]+)*s)$/) ?? []
if (plural === '')
  refuse(
    '用法：npm run new [领域/]<英文复数> [中文名] [英文单数]，例如 npm run new areas 区域，或 npm run new people/excel-templates 模板',
  )
if (!areas.some((each) => each === area)) refuse(`没有领域 ${area}，可选：${areas.join('、')}`)
const singular = singularGiven ?? plural.replace(/ies$/, 'y').replace(/s$/, '')
const names = { area, plural, singular, noun: noun ?? singular }

for (const side of ['contract', 'server', 'web'])
  if (existsSync(path.join(root, side, 'src/features', area, plural))) refuse(`${area}/${plural} 已经存在`)

const created = plainCopy(root, names)
const changed = withEntries(root, names)
for (const [file, text] of [...created, ...changed]) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
}
const run = (file: string, ...args: string[]) =>
  execFileSync(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const sources = [...created.keys(), ...changed.keys()].filter((file) => !file.endsWith('.sql'))
run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...sources)
run('scripts/generate-docs.ts')

const lines = (files: Iterable<string>) => [...files].map((file) => `  ${file}\n`).join('')
process.stdout.write(`新增：
${lines(created.keys())}加了一项：
${lines(changed.keys())}并更新了生成的文档和表的类型。npm test 现在就能通过，菜单“${names.noun}管理”在系统管理里。
要让公司管理员也能用，把权限和菜单加到 server/src/features/access/authorization/company-admin.ts。
`)
