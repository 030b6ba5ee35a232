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

/**
 * Lines of a module with Chinese that no translation reaches.
 *
 * @param everywhere whether constants need `t`, too: those of the web do; others are translated where they are sent
 */
export const findUntranslated = (code: string, file: string, everywhere: boolean): string[] => {
  if (!han.test(code)) return []
  const found: string[] = []
  const report = ({ start }: Node) => {
    const line = code.slice(0, start).split('\n').length
    found.push(`${file}:${line} ${code.split('\n')[line - 1]?.trim()}`)
  }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isNode(value)) {
      if (value.type === 'TaggedTemplateExpression' || value.type === 'TSLiteralType') return
      if (isPutTogether(value)) return report(value)
      if (everywhere && isBare(value)) return report(value)
      if (isTranslation(value)) {
        const [source, ...rest] = value.arguments as Node[]
        return visit(source?.type === 'Literal' ? rest : value.arguments)
      }
      if (value.type === 'Property') return visit(value.value)
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return found
}
