import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { words } from '../words.mjs'
import { moduleFiles } from './generate/module-files.ts'
import { readErrorBlocks } from './installation.ts'
import { kitVersion } from './kit-version.ts'

/** How many numbers a module has for its errors. */
const blockSize = 100
const firstCode = 100_000

const configuration = 'atrium.config.ts'
const withModule = (text: string, name: string): string => {
  const entry = `'./modules/${name}'`
  const named = text.replace(/modules: \[([^\]]*)\]/, (_, before: string) => {
    const others = before.split(',').flatMap((each) => each.trim() || [])
    return `modules: [${[...others, entry].join(', ')}]`
  })
  if (named === text)
    throw new Error(
      words(
        `${configuration} 中没有 modules: […]，请手动加入 ${entry}`,
        `${configuration} has no modules: […]; add ${entry} by hand`,
      ),
    )
  return named
}

/** Writes files that are not there yet. */
export const writeFiles = (folder: string, files: Iterable<readonly [string, string]>): string[] => {
  const written: string[] = []
  for (const [file, text] of files) {
    const place = path.join(folder, file)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, text)
    written.push(place)
  }
  return written
}

/** Makes a module of an installation, and names it in its configuration: `npm run new-module assets 资产管理`. */
export const newModule = async (installation: string, [name = '', title = '']: readonly string[]): Promise<void> => {
  if (!/^[a-z][a-z0-9]{1,29}$/.test(name) || title === '' || /['"\\`$]/.test(title))
    throw new Error(
      words(
        '用法：npm run new-module <英文名> <中文名>，例如 npm run new-module assets 资产管理；英文名为小写字母和数字',
        'Usage: npm run new-module NAME TITLE, such as npm run new-module assets 资产管理; the name is of lower case letters and digits',
      ),
    )
  const folder = path.join(installation, 'modules', name)
  if (existsSync(folder)) throw new Error(words(`${folder} 已经存在`, `${folder} is there already`))
  const config = withModule(readFileSync(path.join(installation, configuration), 'utf8'), name)
  const taken = await readErrorBlocks(installation)
  const from = Math.max(firstCode, ...taken.map(({ to }) => Math.ceil((to + 1) / blockSize) * blockSize))
  const files = moduleFiles({ name, title, kit: kitVersion(), numbers: { from, to: from + blockSize - 1 } })
  writeFiles(folder, Object.entries(files))
  writeFileSync(path.join(installation, configuration), config)
  process.stdout.write(
    words(
      `新增模块 ${folder}，并已写入 ${configuration}。接下来：npm run new asset 资产 -- --fields "name:text,price:money"\n`,
      `Made ${folder}, and named it in ${configuration}. Then: npm run new asset 资产 -- --fields "name:text,price:money"\n`,
    ),
  )
}
