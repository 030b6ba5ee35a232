import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A text of a source, with its line. */
export type SourceText = { text: string; line: number }

const isText = (node: ts.Node): node is ts.StringLiteral | ts.TemplateLiteralToken | ts.JsxText =>
  ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)

const parse = (source: string) =>
  ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

/** The texts of a source, line by line. */
export const textsIn = (source: string): SourceText[] => {
  const tree = parse(source)
  const found: SourceText[] = []
  const visit = (node: ts.Node) => {
    if (isText(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart()
      const first = tree.getLineAndCharacterOfPosition(start).line + 1
      node.text.split('\n').forEach((text, at) => void found.push({ text, line: first + at }))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/**
 * The texts of a source as a screen shows them, each whole: of a text with values, its parts between them. Keys of objects
 * are among them, as some label facts.
 */
export const screenTextsIn = (source: string): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (isText(node)) found.push(node.text)
    else if (ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node)
      found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(source))
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** Sources of the product that hold its texts: without tests and samples. */
export const listTextSources = (root: string): string[] =>
  execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', ...['web', 'contract', 'server'].map((side) => `${side}/src/*`)],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(?:test|samples)\.tsx?$/.test(file) && existsSync(path.join(root, file)),
    )
