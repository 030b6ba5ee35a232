#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { words } from '../../scripts/words.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const { version } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'))
const refuse = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { kit: { type: 'string' } } })
  } catch (error) {
    return refuse(error.message)
  }
}

/** How the installation names the kit: as a release, or the packed file that is given. */
const toKit = (folder, file) => {
  if (file === undefined) return version
  if (!existsSync(file)) refuse(words(`找不到 ${file}`, `${file} was not found`))
  return `file:${path.relative(folder, path.resolve(file))}`
}

const { positionals, values } = readArguments()
const [name] = positionals
if (name === undefined || positionals.length > 1)
  refuse(
    words(
      '用法：npm create atrium <目录> [-- --kit <atrium-kit 安装包>]',
      'Usage: npm create atrium FOLDER [-- --kit PACKED_KIT]',
    ),
  )
const folder = path.resolve(name)
if (existsSync(folder) && readdirSync(folder).length > 0)
  refuse(words(`${name} 已存在且不为空`, `${name} is there already, and is not empty`))

const manifest = {
  name:
    path
      .basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'installation',
  version: '0.1.0',
  private: true,
  type: 'module',
  // What modules depend on is installed with the installation.
  workspaces: ['modules/*'],
  scripts: Object.fromEntries(
    ['start', 'build', 'test', 'new-module', 'new', 'texts', 'atrium'].map((each) => [each, `atrium-kit ${each}`]),
  ),
  dependencies: { '@atrium/kit': toKit(folder, values.kit) },
}

mkdirSync(folder, { recursive: true })
cpSync(path.join(here, 'template'), folder, { recursive: true })
// npm packs neither under these names.
for (const hidden of ['gitignore', 'npmrc']) renameSync(path.join(folder, hidden), path.join(folder, `.${hidden}`))
renameSync(path.join(folder, words('README.zh-CN.md', 'README.en.md')), path.join(folder, 'README.md'))
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
process.stdout.write(
  words(
    `已新建 ${name}。接下来：

  cd ${name}
  npm install
  npm start

之后用 npm run new-module 新建模块，见 ${name}/README.md。
`,
    `Made ${name}. Then:

  cd ${name}
  npm install
  npm start

npm run new-module makes a module; see ${name}/README.md.
`,
  ),
)
