import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiReport } from './kit/api-report.ts'
import { buildPrograms } from './kit/build-programs.ts'
import { writeDeclarations } from './kit/kit-declarations.ts'
import { kitManifest } from './kit/kit-manifest.ts'
import { kitSources } from './kit/kit-sources.ts'
import { withOwnImports } from './kit/own-imports.ts'

/**
 * Packs the kit and `create-atrium`, from which an installation outside of this repository is made (decision 145). The
 * kit is the product's sources, which are built with the modules, and declarations of what modules may import, which
 * `kit/api.md` reports.
 */
const root = path.dirname(import.meta.dirname)
const staging = path.join(root, '.cache/kit')
/** `dist/kit`, or the folder that is named. */
const out = path.resolve(root, process.argv[2] ?? 'dist/kit')

const stage = (file: string, text?: string): void => {
  const to = path.join(staging, 'kit', file)
  mkdirSync(path.dirname(to), { recursive: true })
  if (text === undefined) copyFileSync(path.join(root, file), to)
  else writeFileSync(to, text)
}
const pack = (folder: string): string =>
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder, encoding: 'utf8' }).trim()

rmSync(staging, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const sources = kitSources(root)
for (const file of sources) {
  const isCode = /\.tsx?$/.test(file)
  stage(file, isCode ? withOwnImports(file, readFileSync(path.join(root, file), 'utf8')) : undefined)
}
const kit = path.join(staging, 'kit')
await buildPrograms(root, kit)
writeDeclarations(root, path.join(kit, 'types'))
writeFileSync(path.join(root, 'kit/api.md'), apiReport(path.join(kit, 'types')))
const manifest = kitManifest(root, sources)
stage('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
stage('README.md', readFileSync(path.join(root, 'kit/README.md'), 'utf8').replaceAll('](../docs/', '](docs/'))
const create = path.join(staging, 'create-atrium')
cpSync(path.join(root, 'kit/create-atrium'), create, { recursive: true })
copyFileSync(path.join(root, 'scripts/words.mjs'), path.join(create, 'words.mjs'))
copyFileSync(path.join(root, 'LICENSE'), path.join(create, 'LICENSE'))
const program = path.join(create, 'create-atrium.mjs')
writeFileSync(program, readFileSync(program, 'utf8').replace('../../scripts/words.mjs', './words.mjs'))
for (const folder of [kit, create]) process.stdout.write(`${path.join(out, pack(folder))}\n`)
