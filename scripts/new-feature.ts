import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const reference = 'base-parameters'
/** The reference and its copies belong to this area. */
const area = 'system'

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
const plural = process.argv[2] ?? ''
if (!/^[a-z]+(-[a-z]+)*s$/.test(plural))
  refuse('用法：npm run new <复数名词>，例如 npm run new areas 或 npm run new excel-templates')
const singular = process.argv[3] ?? plural.replace(/ies$/, 'y').replace(/s$/, '')

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)
const snake = (name: string) => name.replaceAll('-', '_')

/** Longest first, so that a singular does not match inside its plural. */
const renames: [string, string][] = [
  ['base-parameters', plural],
  ['BaseParameters', pascal(plural)],
  ['baseParameters', camel(plural)],
  ['base_parameters', snake(plural)],
  ['base-parameter', singular],
  ['BaseParameter', pascal(singular)],
  ['baseParameter', camel(singular)],
  ['base_parameter', snake(singular)],
  ['sysBases', `sys${pascal(plural)}`],
  ['sys/bases', `sys/${plural}`],
]
const renamed = (text: string) => renames.reduce((result, [from, to]) => result.replaceAll(from, to), text)

const copyFeature = async (side: string) => {
  const from = path.join(root, side, 'src/features', area, reference)
  const to = path.join(root, side, 'src/features', area, plural)
  if (existsSync(to)) refuse(`${side}/src/features/${area}/${plural} 已经存在`)
  await cp(from, to, { recursive: true })
  for (const file of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const old = path.join(file.parentPath, file.name)
    await writeFile(old, renamed(await readFile(old, 'utf8')))
    await rename(old, path.join(file.parentPath, renamed(file.name)))
  }
}
const copyMigration = async () => {
  const folder = path.join(root, 'server/migrations')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const source = files.find((file) => file.endsWith('_system.sql')) ?? refuse('找不到参考功能的迁移文件')
  const number = String(Number(files.at(-1)?.slice(0, 4)) + 1).padStart(4, '0')
  const target = path.join(folder, `${number}_${snake(plural)}.sql`)
  await writeFile(target, renamed(await readFile(path.join(folder, source), 'utf8')))
  return path.relative(root, target)
}

for (const side of ['contract', 'server', 'web']) await copyFeature(side)
const migration = await copyMigration()
process.stdout.write(`已复制参考功能为 ${plural}，迁移文件 ${migration}。接下来：
  1. 删去新功能不需要的部分，改写字段、规则和文案；在 ${plural}.errors.ts 里换一段自己的错误码
  2. contract/src/index.ts        加一行 ${camel(plural)}: ${camel(plural)}Contract
  3. server/src/features.ts       加上路由和约束
  4. web/src/app/views.ts         加一行 'sys/${plural}'
  5. server/src/features/access/authorization/menus.ts 加一个菜单
  6. npm run docs，然后 npm test
`)
