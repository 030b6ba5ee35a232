import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { areas } from '../areas.ts'

const byArea = (a: string, b: string) => {
  const order = (file: string) => (areas as readonly string[]).indexOf(file.split('/')[1] ?? '')
  return order(a) - order(b) || a.localeCompare(b)
}

/** The lists of what each `<feature>.feature.ts` of the contract exports, areas in their order. */
export const featureLists = (root: string): string => {
  const source = path.join(root, 'contract/src')
  const files = globSync('features/*/*/*.feature.ts', { cwd: source }).sort(byArea)
  const exportsOf = (file: string) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(/^export const (\w+(?:Feature|Words))\b/gm)].map(
      ([, name = '']) => name,
    )
  const names = files.flatMap(exportsOf)
  return `// Written by \`npm run docs\` from features/<area>/<feature>/<feature>.feature.ts.

${files.map((file) => `import { ${exportsOf(file).sort().join(', ')} } from './${file}'\n`).join('')}
export const features = [
${names.flatMap((name) => (name.endsWith('Feature') ? `  ${name},\n` : [])).join('')}] as const

export const words = {
${names.flatMap((name) => (name.endsWith('Words') ? `  ...${name},\n` : [])).join('')}} as const
`
}
