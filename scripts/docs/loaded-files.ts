import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What a module loads: its imports and re-exports, except those of types alone. */
const imported = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm
const contract = '@atrium/contract/'

/** Source files that are loaded with others: those that they import, and so on. */
export const createFileCounter = (root: string) => {
  const known = new Map<string, readonly string[]>()
  const resolve = (file: string, name: string): string[] => {
    if (name.startsWith(contract)) return [path.join(root, 'contract/src', name.slice(contract.length))]
    return name.startsWith('.') && name.endsWith('.ts') ? [path.resolve(path.dirname(file), name)] : []
  }
  const importsOf = (file: string): readonly string[] => {
    const found =
      known.get(file) ??
      [...readFileSync(file, 'utf8').matchAll(imported)].flatMap(([, name = '']) => resolve(file, name))
    known.set(file, found)
    return found
  }
  return (entry: string): ReadonlySet<string> => {
    const loaded = new Set([path.join(root, entry)])
    for (const file of loaded) for (const next of importsOf(file)) loaded.add(next)
    return new Set([...loaded].map((file) => path.relative(root, file)))
  }
}

const features = 'server/src/features'
/** What importing a feature of the server loads: by its front door, for other features, and as a whole, to create it. */
export type FeatureLoad = { feature: string; frontDoor: ReadonlySet<string> | undefined; whole: ReadonlySet<string> }

/** All features of the server with the source files that they load. */
export const listFeatureLoads = (root: string): FeatureLoad[] => {
  const loadedBy = createFileCounter(root)
  return globSync(`${features}/*/*/`, { cwd: root })
    .map((folder) => path.relative(features, folder))
    .sort()
    .map((feature) => {
      const [door, whole] = ['index', `${path.basename(feature)}.feature`].map(
        (name) => `${features}/${feature}/${name}.ts`,
      )
      const load = (entry = '') => (existsSync(path.join(root, entry)) ? loadedBy(entry) : undefined)
      return { feature, frontDoor: load(door), whole: load(whole) ?? load(door) ?? new Set<string>() }
    })
}
