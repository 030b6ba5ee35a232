import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { layers } from './layers.ts'
import { withEntries } from './new-feature/central-lists.ts'
import { parseField } from './new-feature/fields.ts'
import { plainCopy } from './new-feature/plain-copy.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const given = process.argv.slice(2)
const [place = '', noun, singularGiven] = given.filter((word) => !word.includes(':'))
const [, area = 'system', plural = ''] = place.match(/^(?:([a-z]+)\/)?([a-z]+(?:-[a-z]+)*s)$/) ?? []
if (plural === '')
  refuse(
    words(
      '用法：npm run new [领域/]<英文复数> [中文名] [英文单数] [字段……]，例如 npm run new assets 资产，或 npm run new people/excel-templates 模板 owner:text:负责人',
      'Usage: npm run new [AREA/]PLURAL [CHINESE NAME] [SINGULAR] [FIELD ...], such as npm run new assets 资产, or npm run new people/excel-templates 模板 owner:text:负责人',
    ),
  )
if (!layers.some((each) => each === area))
  refuse(
    words(`没有领域 ${area}，可选：${layers.join('、')}`, `There is no area ${area}; there are ${layers.join(', ')}`),
  )
const singular = singularGiven ?? plural.replace(/ies$/, 'y').replace(/s$/, '')
const names = { area, plural, singular, noun: noun ?? singular }

const sides = ['contract', 'server', 'web'].map((side) => path.join(side, 'src/features', area, plural))
if (sides.some((side) => existsSync(path.join(root, side))))
  refuse(words(`${area}/${plural} 已经存在`, `${area}/${plural} is there already`))

const readFields = () => {
  try {
    return given.filter((word) => word.includes(':')).map(parseField)
  } catch (error) {
    return refuse((error as Error).message)
  }
}
const created = plainCopy(root, names, readFields())
const changed = withEntries(root, names)
/** Runs a program, whose output is shown if it fails. */
const run = (file: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`)
}

const write = async () => {
  for (const [file, text] of [...created, ...changed]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  const sources = [...created.keys(), ...changed.keys()].filter((file) => !file.endsWith('.sql'))
  // What only the reference's own parts used is imported no more.
  run(biome, 'lint', '--write', '--unsafe', '--only=correctness/noUnusedImports', ...sources)
  run(biome, 'check', '--write', ...sources)
  run('scripts/generate-docs.ts')
  for (const side of ['contract', 'server', 'web']) run('node_modules/ts7/bin/tsc', '-p', side)
}
/** Leaves the tree as it was. */
const takeBack = async (before: ReadonlyMap<string, string>) => {
  for (const file of created.keys()) await rm(path.join(root, file), { force: true })
  for (const side of sides) await rm(path.join(root, side), { recursive: true, force: true })
  for (const [file, text] of before) await writeFile(path.join(root, file), text)
  run('scripts/generate-docs.ts')
}

const before = new Map([...changed.keys()].map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
try {
  await write()
} catch (error) {
  await takeBack(before)
  const failure = words(
    `未能新增 ${area}/${plural}，原因见上；所有改动已撤回。`,
    `${area}/${plural} could not be added, for the reason above; all changes were taken back.`,
  )
  refuse(`${(error as Error).message}\n${failure}`)
}

const lines = (files: Iterable<string>) => [...files].map((file) => `  ${file}\n`).join('')
process.stdout.write(
  words(
    `新增：
${lines(created.keys())}加了一项：
${lines(changed.keys())}并更新了生成的文档和表的类型。npm test 现在就能通过，菜单“${names.noun}管理”在系统管理里。
要让公司管理员也能用，把权限和菜单加到 server/src/features/access/authorization/company-roles.ts。
`,
    `Added:
${lines(created.keys())}One more entry in:
${lines(changed.keys())}The generated documents and the types of tables are up to date. npm test passes at once; the menu “${names.noun}管理” stands in the group of the system.
For company administrators, add rights and menu to server/src/features/access/authorization/company-roles.ts.
`,
  ),
)
