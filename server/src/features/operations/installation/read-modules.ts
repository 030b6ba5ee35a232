import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type LeftModule, modulesRepository as repository } from './modules.repository.ts'

const platform = { reach: 'platform' } as const

export type InstalledState = { name: string; title: string; version: string; companies: number; offFor: number }
export type ModulesState = { installed: InstalledState[]; left: LeftModule[] }

/**
 * Reads which modules an installation has, and what those have left that are gone.
 *
 * @param modules - the installed ones
 * @param versions - of their packages, by name
 * @param countCompanies - in how many companies one is on
 */
export const readModules = async (
  database: Database,
  modules: readonly ModuleContract[],
  versions: Readonly<Record<string, string>>,
  countCompanies: (module: ModuleContract) => Promise<number>,
): Promise<ModulesState> => {
  const installed: InstalledState[] = []
  for (const module of modules) {
    const { name, title } = module
    const companies = await countCompanies(module)
    const offFor = await database.read(platform, (db) => repository.countOff(db, name))
    installed.push({ name, title, version: versions[name] ?? '', companies, offFor })
  }
  const left = await database.read(platform, async (db) => {
    const found: LeftModule[] = []
    for (const [name, tables] of await repository.schemas(db))
      if (!modules.some((module) => module.name === name)) found.push(await repository.readLeft(db, name, tables))
    return found
  })
  return { installed, left }
}
