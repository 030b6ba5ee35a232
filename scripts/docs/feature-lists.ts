import { globSync } from 'node:fs'
import path from 'node:path'
import type { Feature } from '@atrium/contract/kernel/feature.ts'

const read = async (source: string, file: string) => {
  const exported = (await import(path.join(source, file))) as Record<string, Feature>
  const names = Object.keys(exported)
  const feature = names.find((name) => name.endsWith('Feature')) ?? ''
  return { file, names, feature, sort: exported[feature]?.sort ?? 0 }
}

/** The lists of what each `<feature>.feature.ts` of the contract exports, by `sort`. */
export const featureLists = async (root: string): Promise<string> => {
  const source = path.join(root, 'contract/src')
  const files = globSync('features/*/*/*.feature.ts', { cwd: source }).sort()
  const features = await Promise.all(files.map((file) => read(source, file)))
  features.sort((a, b) => a.sort - b.sort)
  const words = features.flatMap(({ names }) => names.filter((name) => name.endsWith('Words')))
  return `// Written by \`npm run docs\` from features/<area>/<feature>/<feature>.feature.ts.

${features.map(({ names, file }) => `import { ${names.join(', ')} } from './${file}'\n`).join('')}
/** By name: written out as a declaration, which the kit has, the type would be too long for the compiler. */
type Features = readonly [
${features.map(({ feature }) => `  typeof ${feature},\n`).join('')}]
export const features: Features = [
${features.map(({ feature }) => `  ${feature},\n`).join('')}]

export const words = {
${words.map((name) => `  ...${name},\n`).join('')}} as const
`
}
