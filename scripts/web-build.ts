import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { words } from './words.mjs'

type Chunk = {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isDynamicEntry?: boolean
}

/** The sentence for a chunk, or the source of one, that the build does not have. */
export const notBuilt = (name: string): string => words(`构建清单中没有 ${name}`, `${name} was not built`)

/**
 * The build of an entry, read from its manifest. Names of chunks are those of their sources.
 * @param dist - the folder of all builds of the web
 * @param entry - `console` or `portal`
 */
export const openBuild = (dist: string, entry: string) => {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(path.join(dist, entry, '.vite/manifest.json'), 'utf8'),
  )
  const getChunk = (name: string): Chunk => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(notBuilt(name))
    return chunk
  }
  /** Everything the browser loads before these chunks run: the chunks, their imports and their styles. */
  const collectFiles = (...names: readonly string[]): Set<string> => {
    const seen = new Set<string>()
    const visit = (name: string) => {
      const { file, css = [], imports = [] } = getChunk(name)
      if (seen.has(path.join(entry, file))) return
      for (const each of [file, ...css]) seen.add(path.join(entry, each))
      for (const each of imports) visit(each)
    }
    for (const name of names) visit(name)
    return seen
  }
  /** What is there before a lazy chunk is asked for: what all those who ask for it have loaded. */
  const collectLoaded = (name: string): Set<string> => {
    const askers = Object.keys(manifest).filter((asker) => manifest[asker]?.dynamicImports?.includes(name))
    const [first = new Set<string>(), ...others] = askers.map((asker) => collectFiles(asker))
    return new Set([...first].filter((file) => others.every((files) => files.has(file))))
  }
  return { manifest, collectFiles, collectLoaded }
}

/** Bytes as sent: the compressed file if there is one (tiny files stay plain). */
const measureSize = (file: string): number =>
  Math.min(statSync(file).size, statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY)

/** Kilobytes of these files of `dist` as they are sent. */
export const measureKilobytes = (dist: string, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + measureSize(path.join(dist, file)), 0) / 1024
