import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Installation } from '@atrium/kit/config'
import { assertKit } from './kit-version.ts'
import { loadSource } from './load-source.ts'

/** A module of an installation: the name of its contract, and its folder. */
export type InstalledModule = { readonly name: string; readonly folder: string }

const findFolder = (installation: string, module: string): string =>
  module.startsWith('.')
    ? path.resolve(installation, module)
    : path.dirname(createRequire(path.join(installation, 'package.json')).resolve(`${module}/package.json`))

/**
 * Reads `atrium.config.ts` of an installation and the contracts of its modules.
 *
 * @throws if a module has no contract or needs another kit, or two have one name
 */
export const readInstallation = async (folder: string): Promise<InstalledModule[]> => {
  const config = await loadSource<{ default: Installation }>(path.join(folder, 'atrium.config.ts'))
  const modules: InstalledModule[] = []
  for (const module of config.default.modules) {
    const place = findFolder(folder, module)
    const file = path.join(place, 'contract.ts')
    if (!existsSync(file)) throw new Error(`${module} has no contract.ts`)
    assertKit(module, place)
    const { contract } = await loadSource<{ contract: { name: string } }>(file)
    if (modules.some(({ name }) => name === contract.name)) throw new Error(`two modules are named ${contract.name}`)
    modules.push({ name: contract.name, folder: place })
  }
  return modules
}

/** The numbers of the errors of all modules. */
export const readErrorBlocks = async (folder: string): Promise<{ module: string; from: number; to: number }[]> => {
  const modules = await readInstallation(folder)
  return Promise.all(
    modules.map(async ({ name, folder: place }) => {
      const file = path.join(place, 'contract.ts')
      const { contract } = await loadSource<{ contract: { errorBlock: { from: number; to: number } } }>(file)
      return { module: name, ...contract.errorBlock }
    }),
  )
}
