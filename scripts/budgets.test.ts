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
const countTextLines = (text: string) => text.trimEnd().split('\n').length
const countLines = (node: ts.Node) => countTextLines(node.getText())
const lineAt = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
type Code = ts.FunctionLikeDeclaration & { body: ts.Node }
const isFunction = (node: ts.Node): node is Code => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** A node and all below it; `enter` says whether to look below a node. */
const listNodes = (node: ts.Node, enter: (node: ts.Node) => boolean = () => true): ts.Node[] => {
  const found = [node]
  if (enter(node)) ts.forEachChild(node, (child) => void found.push(...listNodes(child, enter)))
  return found
}
/** A function without the functions in it, which have a budget of their own. */
const listOwnNodes = (node: Code) =>
  listNodes(node, (each) => each === node || !isFunction(each)).filter((each) => each === node || !isFunction(each))

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

const nodes = sources.flatMap(({ tree }) => listNodes(tree))
const getFile = (node: ts.Node) => node.getSourceFile().fileName

test('files are short, and tests too', () => {
  const tooLong = sources
    .map(({ file, text }) => ({ file, lines: countTextLines(text) }))
    .filter(({ file, lines }) => lines > (isTest(file) ? budgets.testFileLines : budgets.fileLines))
  expect(tooLong).toEqual([])
})

test('functions are short', () => {
  const features = sources.filter(({ file }) => /^contract\/.*\.feature\.ts$/.test(file)).length
  const allowedStatements = (file: string, name: string) => {
    if (isTest(file)) return budgets.testStatements
    return budgets.statements + (name === listOfFeatures ? features : 0)
  }
  const long = nodes
    .filter(isFunction)
    .map((node) => {
      const own = listOwnNodes(node)
      return {
        file: getFile(node),
        name: `${getFile(node)} ${describeFunction(node)}`,
        statements: own.filter(isStatement).length,
        branches: own.filter(isBranch).length,
      }
    })
    .filter(
      ({ file, name, statements, branches }) =>
        statements > allowedStatements(file, name) || branches > budgets.branches,
    )
  expect(long).toEqual([])
})

test('no literal is spread: what it holds stands in its place', () => {
  const spreads = nodes.filter(
    (node) =>
      (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node)) &&
      isLiteral(node.expression),
  )
  expect(spreads.map((node) => `${getFile(node)}:${lineAt(node)}`)).toEqual([])
})

test('a request takes a short road', () => {
  const text = readFileSync(path.join(root, road), 'utf8')
  expect(countTextLines(text)).toBeLessThanOrEqual(budgets.roadLines)
})

test('the list page has few lines and options', () => {
  const own = nodes.filter((node) => getFile(node) === listPage)
  const props = own.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === 'ListPageProps')?.type
  expect(countLines(own[0] as ts.Node)).toBeLessThanOrEqual(budgets.listPage.lines)
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
  expect(casts.map((node) => `${getFile(node)}:${lineAt(node)}`).slice(budgets.casts)).toEqual([])
})
