import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { words } from '../words.mjs'

type Manifest = { version: string; peerDependencies?: Readonly<Record<string, string>> }
const readManifest = (folder: string): Manifest | undefined => {
  const file = path.join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The version of this kit, which is that of the product. */
export const kitVersion = (): string => readManifest(path.resolve(import.meta.dirname, '../..'))?.version ?? ''

const numbersOf = (version: string) => version.split('.').map(Number)
/** Whether a version is in a caret range: the first number that is not zero is the same, and the rest no less. */
const fits = (wanted: string, version: string): boolean => {
  const [least, given] = [numbersOf(wanted), numbersOf(version)]
  const fixed = least.findIndex((number) => number !== 0)
  const differing = least.findIndex((number, at) => number !== given[at])
  return differing === -1 || (differing > fixed && (given[differing] ?? 0) > (least[differing] ?? 0))
}

/**
 * Refuses a module that needs another kit, by `"peerDependencies": { "@atrium/kit": "^0.3.0" }` in its `package.json`.
 *
 * @throws with the module, what it needs and what there is
 */
export const assertKit = (module: string, folder: string, version: string = kitVersion()): void => {
  const wanted = readManifest(folder)?.peerDependencies?.['@atrium/kit']
  if (wanted === undefined) return
  const [, least] = /^\^(\d+\.\d+\.\d+)$/.exec(wanted) ?? []
  if (least === undefined)
    throw new Error(
      words(
        `模块 ${module} 的 package.json 中，@atrium/kit 的版本应写作 ^0.3.0 的形式，现在是 ${wanted}`,
        `The package.json of the module ${module} should name @atrium/kit as ^0.3.0, and says ${wanted}`,
      ),
    )
  if (!fits(least, version))
    throw new Error(
      words(
        `模块 ${module} 需要 @atrium/kit ${wanted}，现在是 ${version}，请更新模块或 kit`,
        `The module ${module} needs @atrium/kit ${wanted}, and this is ${version}; update the module or the kit`,
      ),
    )
}
