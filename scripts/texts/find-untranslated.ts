import { parseAst } from 'rolldown/parseAst'

const han = /\p{Script=Han}/u
type Node = { type: string; start: number; [part: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isChinese = (value: unknown) => typeof value === 'string' && han.test(value)
const quasisOf = (node: Node) => (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)

/** A sentence that is put together in another way than by `t`, so that no translation can be found. */
const isPutTogether = (node: Node) =>
  node.type === 'TemplateLiteral' && (node.expressions as unknown[]).length > 0 && quasisOf(node).some(isChinese)
/** Chinese that is shown as it stands. */
const isBare = ({ type, value }: Node) => (type === 'Literal' || type === 'JSXText') && isChinese(value)

const translators = new Set(['t', 'rich'])
const isTranslation = ({ type, callee }: Node) =>
  type === 'CallExpression' && isNode(callee) && translators.has(String(callee.name))

/** What of a node may hold a text that is not translated: the source of a translation is not. */
const partsOf = (node: Node): unknown[] => {
  if (node.type === 'TaggedTemplateExpression' || node.type === 'TSLiteralType') return []
  if (node.type === 'Property') return [node.value]
  if (!isTranslation(node)) return Object.values(node)
  const [source, ...values] = node.arguments as Node[]
  return source?.type === 'Literal' ? values : [source, ...values]
}

/**
 * Lines of a module with Chinese that no translation reaches.
 *
 * @param everywhere whether constants need `t`, too: those of the web do; others are translated where they are sent
 */
export const findUntranslated = (code: string, file: string, everywhere: boolean): string[] => {
  if (!han.test(code)) return []
  const lines = code.split('\n')
  const isFault = (node: Node) => isPutTogether(node) || (everywhere && isBare(node))
  const search = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    if (!isNode(value)) return Object.values(value).flatMap(search)
    if (!isFault(value)) return partsOf(value).flatMap(search)
    const line = code.slice(0, value.start).split('\n').length
    return [`${file}:${line} ${lines[line - 1]?.trim()}`]
  }
  return search(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
}
