import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { billOfMaterials } from './package/bill-of-materials.ts'
import { readOutsidePackages, shippedContents, shippedPackages } from './package/contents.ts'
import { licenceTexts } from './package/licence-texts.ts'
import { packageFolder } from './package/package-folder.ts'
import type { Cpu, LockFile } from './package/shipped-packages.ts'
import { writeArchive } from './package/write-archive.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const staging = path.join(root, '.cache/package')
/** `dist`, or the folder that is named. */
const out = path.resolve(root, process.argv[2] ?? 'dist')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile
const print = (text: string) => process.stdout.write(`${text}\n`)

/** The time of the commit, so that two builds of it are the same. */
const readTime = (): number => {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') !== '')
    print(
      words(
        '注意：有未提交的改动，安装包与任何提交都不一致',
        'Note: there are changes that are not committed; the package is that of no commit',
      ),
    )
  return Number(git('log', '-1', '--format=%ct'))
}

const launcher = `#!/bin/sh
# Runs the program of this package with the Node inside it.
bin=$(dirname "$(readlink -f "$0")")
export NODE_ENV="\${NODE_ENV:-production}"
exec "$bin/node" "$bin/../server/dist/atrium.js" "$@"
`

/** Lays the package out in a folder, ready to be packed. */
const layOut = (folder: string, cpu: Cpu, packages: readonly string[], licences: string): void => {
  const write = (name: string, save: (to: string) => void, mode: number) => {
    const to = path.join(folder, name)
    mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 })
    save(to)
    chmodSync(to, mode)
  }
  for (const { to, from } of shippedContents(root, lock, cpu, packages))
    write(to, (file) => copyFileSync(from, file), to.startsWith('bin/') ? 0o755 : 0o644)
  const text = (name: string, content: string, mode = 0o644) => write(name, (to) => writeFileSync(to, content), mode)
  text('bin/atrium', launcher, 0o755)
  text('package.json', `${JSON.stringify({ name: 'atrium', version, type: 'module', license: 'Apache-2.0' })}\n`)
  text('LICENCES.txt', licences)
}

const packFor = (cpu: Cpu, outside: ReadonlySet<string>, time: number): string[] => {
  const packages = shippedPackages(root, lock, cpu, outside)
  const bill = billOfMaterials(root, lock, new Set([...packages, `node_modules/node-linux-${cpu}`]))
  const licences = licenceTexts(bill.places.map((place) => packageFolder(root, lock, place)))
  const parent = path.join(staging, cpu)
  rmSync(parent, { recursive: true, force: true })
  layOut(path.join(parent, `atrium-${version}`), cpu, packages, licences)
  const name = `atrium-${version}-linux-${cpu}`
  writeArchive(parent, `atrium-${version}`, time, path.join(out, `${name}.tar.zst`))
  rmSync(parent, { recursive: true })
  writeFileSync(path.join(out, `${name}.cdx.json`), bill.text)
  return [`${name}.cdx.json`, `${name}.tar.zst`]
}

const time = readTime()
const outside = readOutsidePackages(root)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
process.umask(0o022)
const sums: string[] = []
for (const cpu of ['arm64', 'x64'] as const)
  for (const name of packFor(cpu, outside, time)) {
    const bytes = readFileSync(path.join(out, name))
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    print(`${path.relative(root, out)}/${name}  ${(bytes.length / 1e6).toFixed(1)} MB`)
  }
writeFileSync(path.join(out, 'SHA256SUMS'), sums.join(''))
