import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { words } from '../words.mjs'
import { entityFiles } from './generate/entity-files.ts'
import { withEntity } from './generate/entity-lines.ts'
import { isRow, parseFields } from './generate/fields.ts'
import { kebab, toNames } from './generate/names.ts'
import { type InstalledModule, readErrorBlocks, readInstallation } from './installation.ts'
import { writeFiles } from './new-module.ts'

/** How many numbers an entity has for its errors. */
const blockSize = 10

const usage = () =>
  new Error(
    words(
      '用法：npm run new <英文单数> <中文名> -- --fields "name:text,price:money" [--module 模块]，例如 npm run new asset 资产 -- --fields "name:text,boughtAt:date[购入日期]"',
      'Usage: npm run new SINGULAR NOUN -- --fields "name:text,price:money" [--module MODULE], such as npm run new asset 资产 -- --fields "name:text,boughtAt:date[购入日期]"',
    ),
  )

const readArguments = (args: readonly string[]) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { fields: { type: 'string' }, module: { type: 'string' } },
  })
  const [word = '', noun = '', last] = positionals
  // npm keeps options to itself that are not behind `--`: `--fields=…` becomes a variable, `--fields …` leaves what follows.
  const { npm_config_fields: kept } = process.env
  const fields = values.fields ?? (kept === 'true' ? last : kept)
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(word) || noun === '' || /['"\\`$]/.test(noun) || fields === undefined) throw usage()
  return { word, noun, fields, module: values.module ?? process.env.npm_config_module }
}

/** The module that is named, or the only one in a folder of the installation. */
const pickModule = (installation: string, modules: readonly InstalledModule[], named?: string): InstalledModule => {
  const own = modules.filter(({ folder }) => folder.startsWith(path.join(installation, 'modules')))
  const [found, ...others] = named === undefined ? own : own.filter(({ name }) => name === named)
  if (found && others.length === 0) return found
  const names = own.map(({ name }) => name)
  throw new Error(
    own.length === 0
      ? words('还没有模块，请先运行 npm run new-module', 'There is no module yet; run npm run new-module first')
      : words(`请用 --module 指明模块：${names.join('、')}`, `Name the module by --module: ${names.join(', ')}`),
  )
}

const nextMigration = (folder: string): string => {
  const place = path.join(folder, 'migrations')
  const numbers = existsSync(place) ? readdirSync(place).map((file) => Number(file.slice(0, 4))) : []
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

/** Numbers for the errors of a new entity, behind those of the module's other entities. */
const nextNumbers = async (installation: string, { name, folder }: InstalledModule) => {
  const block = (await readErrorBlocks(installation)).find((each) => each.module === name)
  if (!block) throw new Error(`${name} has no errors`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.contract.ts'),
  )
  const used = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bto: ([\d_]+)/g)].map(([, to = '']) =>
      Number(to.replaceAll('_', '')),
    ),
  )
  const from = Math.max(block.from, ...used.map((to) => to + 1))
  if (from + blockSize - 1 > block.to)
    throw new Error(
      words(
        `模块 ${name} 的错误码已用完，请在 contract.ts 中扩大 errorBlock`,
        `The errors of ${name} have no numbers left; widen errorBlock in contract.ts`,
      ),
    )
  return { from, to: from + blockSize - 1 }
}

/** Adds an entity to a module: its files, and lines in those of the module. */
export const newEntity = async (installation: string, args: readonly string[]): Promise<void> => {
  const { word, noun, fields: fieldTexts, module: named } = readArguments(args)
  const module = pickModule(installation, await readInstallation(installation), named)
  const fields = parseFields(fieldTexts, noun, module.name)
  for (const { of } of fields.filter(isRow))
    if (!existsSync(path.join(module.folder, kebab(of.plural))))
      throw new Error(
        words(`还没有实体 ${of.singular}，请先创建`, `There is no entity ${of.singular} yet; make that one first`),
      )
  const names = toNames(module.name, word, noun)
  const folder = path.join(module.folder, kebab(names.plural))
  if (existsSync(folder)) throw new Error(words(`${folder} 已经存在`, `${folder} is there already`))
  const numbers = await nextNumbers(installation, module)
  const changed = withEntity(names, (file) => readFileSync(path.join(module.folder, file), 'utf8'))
  const created = entityFiles(names, fields, numbers, nextMigration(module.folder))
  const files = [...writeFiles(module.folder, Object.entries(created)), ...writeFiles(module.folder, changed)]
  process.stdout.write(files.map((file) => `  ${path.relative(installation, file)}\n`).join(''))
  process.stdout.write(
    words(
      `“${noun}”已加入模块 ${module.name}。npm test 现在就能通过，npm start 即可使用。\n`,
      `${noun} is part of the module ${module.name}. npm test passes at once; npm start serves it.\n`,
    ),
  )
}
