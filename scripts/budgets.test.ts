import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { budgets, listOfFeatures } from './budgets.ts'

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
const countLines = (text: string) => text.trimEnd().split('\n').length
const describePlace = (node: ts.Node) => {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
type Code = ts.FunctionLikeDeclaration & { body: ts.Node }
const isFunction = (node: ts.Node): node is Code => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

const isStatement = (node: ts.Node) =>
  node.kind >= ts.SyntaxKind.FirstStatement && node.kind <= ts.SyntaxKind.LastStatement && !ts.isBlock(node)
const branchKinds = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
])
const branchOperators = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])
const isBranch = (node: ts.Node) =>
  branchKinds.has(node.kind) || (ts.isBinaryExpression(node) && branchOperators.has(node.operatorToken.kind))

const describeFunction = (node: Code): string => {
  const named = ts.isFunctionDeclaration(node) ? node : node.parent
  if ('name' in named && named.name) return (named.name as ts.Node).getText()
  const [title] = ts.isCallExpression(named) ? named.arguments : []
  return title?.getText() ?? 'anonymous'
}
const isLiteral = (node: ts.Node): boolean => {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return isLiteral(node.expression)
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)
}
const isSpread = (node: ts.Node) =>
  (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node)) &&
  isLiteral(node.expression)
const blindTypes = [ts.SyntaxKind.UnknownKeyword, ts.SyntaxKind.NeverKeyword]
const isBlindCast = (node: ts.Node) => ts.isAsExpression(node) && blindTypes.includes(node.type.kind)

type Measured = { node: Code; file: string; statements: number; branches: number }
const functions: Measured[] = []
const spreads: ts.Node[] = []
const blindCasts: ts.Node[] = []
/** Counts what a function does itself; functions in it are measured on their own. */
const measure = (node: ts.Node, file: string, within?: Measured): void => {
  const own = isFunction(node) ? { node, file, statements: 0, branches: 0 } : within
  if (own && own !== within) functions.push(own)
  if (own && isStatement(node)) own.statements += 1
  if (own && isBranch(node)) own.branches += 1
  if (isSpread(node)) spreads.push(node)
  if (isBlindCast(node)) blindCasts.push(node)
  ts.forEachChild(node, (child) => measure(child, file, own))
}
for (const { file, tree } of sources) measure(tree, file)

test('files are short, and tests too', () => {
  const tooLong = sources
    .map(({ file, text }) => ({ file, lines: countLines(text) }))
    .filter(({ file, lines }) => lines > (isTest(file) ? budgets.testFileLines : budgets.fileLines))
  expect(tooLong).toEqual([])
})

test('functions are short', () => {
  const features = sources.filter(({ file }) => /^contract\/.*\.feature\.ts$/.test(file)).length
  const allowedStatements = (file: string, name: string) => {
    if (isTest(file)) return budgets.testStatements
    return budgets.statements + (name === listOfFeatures ? features : 0)
  }
  const long = functions
    .map(({ node, ...counts }) => ({ name: `${counts.file} ${describeFunction(node)}`, ...counts }))
    .filter(
      ({ file, name, statements, branches }) =>
        statements > allowedStatements(file, name) || branches > budgets.branches,
    )
  expect(long).toEqual([])
})

test('no literal is spread: what it holds stands in its place', () => {
  expect(spreads.map(describePlace)).toEqual([])
})

test('a request takes a short road', () => {
  const text = readFileSync(path.join(root, road), 'utf8')
  expect(countLines(text)).toBeLessThanOrEqual(budgets.roadLines)
})

test('the list page has few lines and options', () => {
  const page = sources.find(({ file }) => file === listPage)
  const props = page?.tree.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'ListPageProps')
  expect(countLines(page?.text ?? '')).toBeLessThanOrEqual(budgets.listPage.lines)
  expect(props && ts.isTypeLiteralNode(props.type) ? props.type.members.length : Number.NaN).toBeLessThanOrEqual(
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
  expect(blindCasts.map(describePlace).slice(budgets.casts)).toEqual([])
})
