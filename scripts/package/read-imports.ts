import { isBuiltin } from 'node:module'
import { parseSync, Visitor } from 'rolldown/utils'

export type Imports = {
  /** Packages that the code names. */
  readonly packages: ReadonlySet<string>
  /** Source text of what it imports under a name that it computes; in a bundle with the file that it comes from. */
  readonly computed: readonly string[]
}

type Callee = { type: string; name?: string; object?: Callee; property?: Callee }
/** `require`, `__require` of bundles, `require.resolve`, and `createRequire(…).resolve`. */
const isRequire = (callee: Callee): boolean => {
  if (callee.type === 'Identifier') return /^(__)?require(\$\d+)?$/.test(callee.name ?? '')
  if (callee.type !== 'MemberExpression' || callee.property?.name !== 'resolve' || !callee.object) return false
  const { object } = callee
  return isRequire(object) || (object as { callee?: Callee }).callee?.name === 'createRequire'
}

/** A bundle names the file that the following code comes from. */
const originAt = (code: string, position: number): string => {
  const before = code.lastIndexOf('\n// node_modules/', position)
  return before === -1 ? '' : `${code.slice(before + 4, code.indexOf('\n', before + 1))}: `
}

const toPackage = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** What JavaScript imports or requires from outside its own files, without Node's own modules. */
export const readImports = (file: string, code: string): Imports => {
  const packages = new Set<string>()
  const computed: string[] = []
  const add = (source: { type: string; value?: unknown; start: number; end: number } | null | undefined): void => {
    if (!source) return
    if (source.type !== 'Literal' || typeof source.value !== 'string')
      computed.push(originAt(code, source.start) + code.slice(source.start, source.end))
    else if (!/^[./]/.test(source.value) && !isBuiltin(source.value)) packages.add(toPackage(source.value))
  }
  const visitor = new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    CallExpression({ callee, arguments: [first] }) {
      if (isRequire(callee as Callee)) add(first)
    },
  })
  visitor.visit(parseSync(file, code).program)
  return { packages, computed }
}
