/** What may hold a semicolon that ends no statement: comments, quotes, dollar quotes. */
const opaque = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/y
const word = /[a-z_]\w*/iy

/** Depth of a function body in SQL (`begin atomic … end`), in which `case … end` may stand. */
const nextDepth = (depth: number, found: string, before: string): number => {
  if (found === 'atomic' && before === 'begin') return depth + 1
  if (depth === 0) return 0
  if (found === 'case') return depth + 1
  return found === 'end' ? depth - 1 : depth
}

/**
 * Splits a migration into its statements, without comments before them and without semicolons. It knows what
 * migrations hold, not all of SQL.
 */
export const splitStatements = (text: string): string[] => {
  const statements: string[] = []
  let start = 0
  let depth = 0
  let before = ''
  const end = (at: number) => {
    const statement = text
      .slice(start, at)
      .replace(/^(?:\s|--[^\n]*(?:\n|$))+/, '')
      .trimEnd()
    if (statement !== '') statements.push(statement)
    start = at + 1
  }
  for (let at = 0; at < text.length; ) {
    opaque.lastIndex = at
    word.lastIndex = at
    const skipped = opaque.exec(text)?.[0]
    const found = skipped === undefined ? word.exec(text)?.[0].toLowerCase() : undefined
    if (found !== undefined) {
      depth = nextDepth(depth, found, before)
      before = found
    }
    if (text[at] === ';' && depth === 0) end(at)
    at += (skipped ?? found)?.length ?? 1
  }
  end(text.length)
  return statements
}
