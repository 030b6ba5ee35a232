import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { InstalledModule } from './installation.ts'

/** Copies the product's migrations into a folder, and those of modules into folders of their names below it. */
export const stageMigrations = (root: string, modules: readonly InstalledModule[], into: string): void => {
  mkdirSync(into, { recursive: true })
  cpSync(path.join(root, 'server/migrations'), into, { recursive: true })
  for (const { name, folder } of modules) {
    const own = path.join(folder, 'migrations')
    if (existsSync(own)) cpSync(own, path.join(into, name), { recursive: true })
  }
}
