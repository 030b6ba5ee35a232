import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InstalledModule } from './installation.ts'

const sides = ['contract', 'server', 'web'] as const
type Side = (typeof sides)[number]
const files: Readonly<Record<Side, string>> = { contract: 'contract.ts', server: 'server.ts', web: 'web.tsx' }

const imported = (modules: readonly InstalledModule[], side: Side, names: (at: number) => string) =>
  modules.map(({ folder }, at) => `import { ${names(at)} } from ${JSON.stringify(path.join(folder, files[side]))}`)
const listed = (modules: readonly InstalledModule[], side: Side) =>
  `export const installedModules = [${modules.map((_, at) => `${side}${at}`).join(', ')}]`

/** The versions of modules that have a `package.json`. */
const readVersions = (modules: readonly InstalledModule[]): Record<string, string> =>
  Object.fromEntries(
    modules.flatMap(({ name, folder }) => {
      const manifest = path.join(folder, 'package.json')
      return existsSync(manifest) ? [[name, JSON.parse(readFileSync(manifest, 'utf8')).version]] : []
    }),
  )

/** The text of a side's `installed-modules.ts` for an installation. */
const toText = (modules: readonly InstalledModule[], side: Side): string => {
  if (side === 'contract') {
    const lines = imported(modules, side, (at) => `contract as contract${at}, words as words${at}`)
    const words = modules.map((_, at) => `...words${at}`).join(', ')
    const versions = `export const installedVersions = ${JSON.stringify(readVersions(modules))}`
    return [...lines, listed(modules, side), `export const installedWords = { ${words} }`, versions].join('\n')
  }
  const having = modules.filter(({ folder }) => existsSync(path.join(folder, files[side])))
  return [...imported(having, side, (at) => `${side} as ${side}${at}`), listed(having, side)].join('\n')
}

const listFile = /\/(contract|server|web)\/src\/(?:app\/)?installed-modules\.ts$/

/** Puts the modules of an installation in place of the product's empty lists. For Vite, Rolldown and Vitest. */
export const installedModulesPlugin = (modules: readonly InstalledModule[]) => ({
  name: 'installed-modules',
  enforce: 'pre' as const,
  load: {
    filter: { id: listFile },
    handler(id: string) {
      const side = sides.find((each) => each === id.match(listFile)?.[1])
      return side && toText(modules, side)
    },
  },
})
