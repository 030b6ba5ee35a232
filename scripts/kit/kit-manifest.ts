import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readImports } from '../package/read-imports.ts'

type Manifest = {
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const readManifest = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))

const surface = ['contract', 'server', 'web', 'test'] as const
const builtSurface = ['config', 'vitest'] as const
const exportOf = (name: string, code: string) => ({
  [`./${name}`]: { types: `./types/kit/src/${name}.d.ts`, default: `./kit/src/${name}.${code}` },
})

/** Packages that the files import, with their types, as the workspaces have them. */
const dependenciesOf = (root: string, files: readonly string[]) => {
  const manifests = ['.', 'contract', 'server', 'web', 'kit'].map((folder) => readManifest(root, folder))
  const versions = Object.assign({}, ...manifests.flatMap((each) => [each.devDependencies, each.dependencies]))
  const code = files.filter((file) => /\.tsx?$/.test(file))
  const imported = new Set(
    code.flatMap((file) => [...readImports(file, readFileSync(path.join(root, file), 'utf8')).packages]),
  )
  const typesOf = (name: string) => `@types/${name.replace(/^@/, '').replace('/', '__')}`
  const wanted = [...imported, 'vite', 'rolldown', 'vitest', '@types/node'].flatMap((name) => [name, typesOf(name)])
  const named = [...new Set(wanted)].filter((name) => name in versions && !name.startsWith('@atrium/')).sort()
  return {
    dependencies: {
      ...Object.fromEntries(named.map((name) => [name, versions[name]])),
      typescript: versions.ts7.replace('npm:typescript@', ''),
    },
    optionalDependencies: Object.assign({}, ...manifests.map((each) => each.optionalDependencies)),
  }
}

/** `package.json` of the packed kit: what it exports has a name, and nothing else of it. */
export const kitManifest = (root: string, files: readonly string[]) => ({
  name: '@atrium/kit',
  version: readManifest(root, '.').version,
  type: 'module',
  license: 'Apache-2.0',
  description: 'Atrium, to be built with modules of your own',
  bin: { 'atrium-kit': 'scripts/modules/atrium-kit.mjs' },
  exports: Object.assign(
    { './package.json': './package.json' },
    ...surface.map((name) => exportOf(name, 'ts')),
    ...builtSurface.map((name) => exportOf(name, 'js')),
  ),
  ...dependenciesOf(root, files),
})
