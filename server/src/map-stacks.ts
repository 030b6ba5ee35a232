import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/**
 * Lets stacks name the sources when the built server runs. Node's own support reads every map at the start, which costs
 * 20 MB; this reads the product's map when a stack is first looked at.
 * @param builtFile the running file; without a map beside it, nothing changes.
 */
export const mapStacks = (builtFile: string): void => {
  const mapFile = `${builtFile}.map`
  if (!existsSync(mapFile)) return
  let map: SourceMap | undefined
  const findSource = (line: number, column: number): string | undefined => {
    map ??= new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload)
    const found = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in found)) return undefined
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
  }
  const frame = (site: NodeJS.CallSite): string => {
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
    const source = site.getFileName()?.endsWith(builtFile) && line && column ? findSource(line, column) : undefined
    return source ? String(site).replace(/[^\s(]+:\d+:\d+/, source) : String(site)
  }
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${frame(site)}`)].join('\n')
}
