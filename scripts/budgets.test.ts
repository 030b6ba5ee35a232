import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { budgets, listOfFeatures, longFunctions } from './budgets.ts'

const root = path.join(import.meta.dirname, '..')
const road = 'server/src/kernel/http/register-routes.ts'
const listPage = 'web/src/kernel/listing/list-page.tsx'

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !file.endsWith('.gen.ts') && existsSync(path.join(root, file)))
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
  })

const isTest = (file: string) => /\.(?:test|e2e)\.tsx?$/.test(file)
const lineCount = (text: string) => text.trimEnd().split('\n').length
const linesOf = (node: ts.Node) => lineCount(node.getText())
const lineAt = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
type Code = ts.FunctionLikeDeclaration & { body: ts.Node }
const isFunction = (node: ts.Node): node is Code => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** A node and all below it; `enter` says whether to look below a node. */
const nodesOf = (node: ts.Node, enter: (node: ts.Node) => boolean = () => true): ts.Node[] => {
  const found = [node]
  if (enter(node)) ts.forEachChild(node, (child) => void found.push(...nodesOf(child, enter)))
  return found
}
/** Lines of a function without those of the functions in it, which have a budget of their own. */
const ownLines = (node: Code) => {
  const inner = nodesOf(node, (each) => each === node || !isFunction(each)).filter(
    (each) => each !== node && isFunction(each),
  )
  return linesOf(node) - inner.reduce((sum, each) => sum + linesOf(each) - 1, 0)
}
const nameOf = (node: Code): string => {
  const named = ts.isFunctionDeclaration(node) ? node : node.parent
  if ('name' in named && named.name) return (named.name as ts.Node).getText()
  const [title] = ts.isCallExpression(named) ? named.arguments : []
  return title?.getText() ?? 'anonymous'
}

const nodes = sources.flatMap(({ tree }) => nodesOf(tree))
const fileOf = (node: ts.Node) => node.getSourceFile().fileName

test('files are short, and tests too', () => {
  const tooLong = sources
    .map(({ file, text }) => ({ file, lines: lineCount(text) }))
    .filter(({ file, lines }) => lines > (isTest(file) ? budgets.testFileLines : budgets.fileLines))
  expect(tooLong).toEqual([])
})

test('functions are short, except those with a reason', () => {
  const long = nodes
    .filter(isFunction)
    .map((node) => ({ name: `${fileOf(node)} ${nameOf(node)}`, lines: ownLines(node) }))
    .filter(({ lines }) => lines > budgets.functionLines)
  const features = sources.filter(({ file }) => /^contract\/.*\.feature\.ts$/.test(file)).length
  const allowedLines = (name: string) =>
    longFunctions[name]?.[0] ?? budgets.functionLines + (name === listOfFeatures ? features : 0)
  expect(long.filter(({ name, lines }) => lines > allowedLines(name))).toEqual([])
  expect(Object.keys(longFunctions).filter((name) => !long.some((each) => each.name === name))).toEqual([])
})

test('a request takes a short road', () => {
  const text = readFileSync(path.join(root, road), 'utf8')
  expect(lineCount(text)).toBeLessThanOrEqual(budgets.roadLines)
})

test('the list page has few lines and options', () => {
  const own = nodes.filter((node) => fileOf(node) === listPage)
  const props = own.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === 'ListPageProps')?.type
  expect(linesOf(own[0] as ts.Node)).toBeLessThanOrEqual(budgets.listPage.lines)
  expect(props && ts.isTypeLiteralNode(props) ? props.members.length : Number.NaN).toBeLessThanOrEqual(
    budgets.listPage.options,
  )
})

test('few findings are suppressed', () => {
  const suppressed = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => (/^\W*(?:biome-ignore|@ts-(?:ignore|nocheck)) /.test(line) ? [`${file}:${at + 1}`] : [])),
  )
  expect(suppressed.slice(budgets.suppressions)).toEqual([])
})

test('few casts go through unknown or never', () => {
  const blind = [ts.SyntaxKind.UnknownKeyword, ts.SyntaxKind.NeverKeyword]
  const casts = nodes.filter(ts.isAsExpression).filter(({ type }) => blind.includes(type.kind))
  expect(casts.map((node) => `${fileOf(node)}:${lineAt(node)}`).slice(budgets.casts)).toEqual([])
})
