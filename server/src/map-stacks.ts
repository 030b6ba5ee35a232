import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Reads the map beside a built file; undefined: it has none. */
const readMap = (file: string): SourceMap | undefined =>
  existsSync(`${file}.map`)
    ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    : undefined

/**
 * Lets stacks name the sources when the built server runs. Node's own support reads every map at the start, which costs
 * 20 MB; this reads the map of a file of the product's own when a stack first names it.
 * @param entryFile the running file; without a map beside it, nothing changes.
 */
export const mapStacks = (entryFile: string): void => {
  if (!existsSync(`${entryFile}.map`)) return
  const folder = join(dirname(entryFile), '/')
  const maps = new Map<string, SourceMap | undefined>()
  const findMap = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  const findSource = (site: NodeJS.CallSite): string | undefined => {
    const file = site.getFileName()?.replace(/^file:\/\//, '')
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
    if (!file?.startsWith(folder) || basename(file).startsWith('packages') || !line || !column) return undefined
    const found = findMap(file)?.findEntry(line - 1, column - 1)
    if (!found || !('originalSource' in found)) return undefined
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
  }
  const frame = (site: NodeJS.CallSite): string => {
    const source = findSource(site)
    return source ? String(site).replace(/[^\s(]+:\d+:\d+/, source) : String(site)
  }
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${frame(site)}`)].join('\n')
}
