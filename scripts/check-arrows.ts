import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const minModules = 40

process.chdir(root)
const options = await extractOptions('./.dependency-cruiser.cjs')
const surface = ['contract', 'server', 'web'].map((part) => `kit/src/${part}.ts`)
const { output } = await cruise(['contract', 'server', 'web', 'e2e', 'bench', 'scripts', ...surface], options)
const { modules, summary } = output as ICruiseResult

/**
 * Detects a check that saw no modules, for example after an unsupported compiler change: it would find no violations.
 */
const detectBlindness = (): string | undefined => {
  const ours = modules.filter(({ source }) => /^(contract|server|web)\/src\/.*\.tsx?$/.test(source))
  if (ours.length <= minModules)
    return words(`只看到 ${ours.length} 个模块，检查无效`, `Only ${ours.length} modules were seen: nothing was checked`)
  const seesContract = ours.some(({ source, dependencies }) => {
    const crossing = dependencies.filter(({ module }) => module.startsWith('@atrium/contract/'))
    return source.startsWith('server/') && crossing.some(({ resolved }) => resolved.startsWith('contract/src/'))
  })
  return seesContract
    ? undefined
    : words(
        '没有看到 server 对 @atrium/contract 的引用，检查无效',
        'No import of @atrium/contract by the server was seen',
      )
}

const faults = summary.violations.map(({ rule, from, to, cycle }) => {
  const comment = options.ruleSet?.forbidden?.find(({ name }) => name === rule.name)?.comment ?? ''
  return `${from} → ${cycle?.map(({ name }) => name).join(' → ') ?? to}\n    ${rule.name}：${comment}`
})
/** Features that import each other, by way of others too, cannot be understood alone; files may still be acyclic. */
const findFeature = (source: string): string | undefined =>
  /^(?:contract|server|web)\/src\/features\/[^/]+\/[^/]+/.exec(source)?.[0]
const importsByFeature = new Map<string, Set<string>>()
for (const { source, dependencies } of modules) {
  const from = /\.test\.tsx?$/.test(source) ? undefined : findFeature(source)
  if (!from) continue
  const imports = importsByFeature.get(from) ?? new Set()
  for (const { resolved } of dependencies) {
    const to = findFeature(resolved)
    if (to && to !== from) imports.add(to)
  }
  importsByFeature.set(from, imports)
}
const visited = new Set<string>()
const findCycles = (feature: string, path: readonly string[]): void => {
  const at = path.indexOf(feature)
  if (at >= 0) {
    faults.push(
      `${[...path.slice(at), feature].join(' → ')}\n    feature-cycle：Features depend on each other in one direction.`,
    )
    return
  }
  if (visited.has(feature)) return
  for (const next of importsByFeature.get(feature) ?? []) findCycles(next, [...path, feature])
  visited.add(feature)
}
for (const feature of importsByFeature.keys()) findCycles(feature, [])

/** The feature of a file in a front door of the web. */
const findFrontDoor = (source: string): string | undefined => /^(web\/src\/features\/.+)\/public\//.exec(source)?.[1]
const usedFrontDoors = new Set<string>()
for (const { source, dependencies } of modules)
  for (const { resolved } of dependencies) {
    const feature = findFrontDoor(resolved)
    if (feature && !source.startsWith(`${feature}/`)) usedFrontDoors.add(resolved)
  }
for (const { source } of modules)
  if (findFrontDoor(source) && !/\.test\.tsx?$/.test(source) && !usedFrontDoors.has(source))
    faults.push(
      `${source}\n    unused-front-door：Only its own feature uses it, so that it stands there, outside of public.`,
    )

const blindFault = detectBlindness()
if (blindFault) faults.push(blindFault)
process.stdout.write(
  `${faults.map((fault) => `${fault}\n`).join('')}${words(
    `${modules.length} 个模块，${faults.length} 处违规`,
    `${modules.length} modules, ${faults.length} faults`,
  )}\n`,
)
process.exitCode = faults.length === 0 ? 0 : 1
