import { readdirSync } from 'node:fs'
import path from 'node:path'

const folders = /^(tests?|test-jest|__tests__|docs?|benchmarks?|examples?|scripts|install|node_modules)$/
const run = /\.(js|cjs|mjs|json|node|wasm|db)$|\.so(\.\d+)*$/
const licence = /^(licen[cs]e|copying|notice|third[-_ ]?party)/i

/** Texts under which a package may be passed on: its licence, or else its readme. */
export const licenceFiles = (folder: string): string[] => {
  const names = readdirSync(folder).sort()
  const found = names.filter((name) => licence.test(name))
  return found.length > 0 ? found : names.filter((name) => /^readme/i.test(name))
}

/** Files of a package that are needed to run it, by their paths in its folder; its own packages are shipped by themselves. */
export const shippedFiles = (folder: string, below = ''): string[] =>
  readdirSync(path.join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory()) return folders.test(entry.name) ? [] : shippedFiles(folder, name)
      return run.test(entry.name) ? [name] : []
    })
