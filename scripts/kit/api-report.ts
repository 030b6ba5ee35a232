import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const parts = ['contract', 'server', 'web', 'test', 'config', 'vitest'] as const
/** Longer declarations, such as whole contracts, are named with a digest. */
const mostLines = 120

type Declared = ts.VariableStatement | ts.FunctionDeclaration | ts.TypeAliasDeclaration | ts.InterfaceDeclaration
const isDeclared = (node: ts.Node): node is Declared =>
  ts.isVariableStatement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node)
const namesOf = (node: Declared): (string | undefined)[] =>
  ts.isVariableStatement(node) ? node.declarationList.declarations.map(({ name }) => name.getText()) : [node.name?.text]

const sources = new Map<string, ts.SourceFile>()
const parse = (file: string): ts.SourceFile => {
  const known = sources.get(file)
  if (known) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}

/** A declaration without its comments, and with the types of its own file that it names. */
const textOf = (source: ts.SourceFile, name: string, seen = new Set<string>()): string[] => {
  const found = source.statements.filter(isDeclared).find((each) => namesOf(each).includes(name))
  if (!found || seen.has(name)) return []
  seen.add(name)
  const text = found.getText().replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
  const named = [...new Set(text.match(/\b[A-Z]\w+\b/g) ?? [])].sort()
  return [text, ...named.flatMap((each) => textOf(source, each, seen))]
}

const resolve = (from: string, specifier: string): string | undefined => {
  const file = path.join(path.dirname(from), specifier.replace(/\.tsx?$/, '.d.ts'))
  return existsSync(file) ? file : undefined
}

/** What stands for a name that a file exports: its declaration, or where it comes from. */
const declarationOf = (file: string, name: string): string[] => {
  const source = parse(file)
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !statement.exportClause) continue
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text
    const target = resolve(file, specifier)
    if (!ts.isNamedExports(statement.exportClause)) {
      if (statement.exportClause.name.text === name) return [`export * as ${name} from '${specifier}'`]
      continue
    }
    const element = statement.exportClause.elements.find((each) => each.name.text === name)
    if (element && !target) return [`export { ${name} } from '${specifier}'`]
    if (element && target) return declarationOf(target, (element.propertyName ?? element.name).text)
  }
  return textOf(source, name)
}

const exportedNames = (file: string): string[] =>
  parse(file)
    .statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement)) return isDeclared(statement) ? namesOf(statement) : []
      const { exportClause } = statement
      if (!exportClause) return []
      return ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [exportClause.name.text]
    })
    .filter((name) => name !== undefined)
    .sort()

const shorten = (name: string, text: string): string => {
  const lines = text.split('\n').length
  if (lines <= mostLines) return text
  return `${name}: ${lines} lines, ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/**
 * What modules may import, as the compiler declares it, with the types beside it. A change of it is one for all modules.
 *
 * @param types - the folder of the kit's declarations
 */
export const apiReport = (types: string): string => {
  const sections = parts.map((part) => {
    const file = path.join(types, `kit/src/${part}.d.ts`)
    const declarations = exportedNames(file).map((name) => shorten(name, declarationOf(file, name).join('\n')))
    return `## @atrium/kit/${part}\n\n\`\`\`ts\n${declarations.join('\n\n')}\n\`\`\`\n`
  })
  return `# What modules may import, as it is declared\n\n<!-- Written by \`npm run pack-kit\`; a stale file fails \`npm test -- --thorough\`. -->\n\n${sections.join('\n')}`
}
