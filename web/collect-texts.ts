import { toContextId } from '@atrium/contract/kernel/texts.ts'
import { parseAst } from 'rolldown/parseAst'

// Full-width marks too: a colon or a bracket is another one elsewhere.
const chinese = /[\p{Script=Han}\u3001-\u301f\uff01-\uff5e“”]/u
type Node = {
  type: string
  value?: unknown
  name?: string
  quasis?: Quasi[]
  quasi?: { expressions: Node[] }
  computed?: boolean
  key?: Node
  arguments?: Node[]
  properties?: Node[]
}
type Quasi = { value: { cooked: string } }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** `t('停用', { context: 'state' })`: a source with a meaning of its own. */
const textInContext = ({ arguments: [source, values] = [] }: Node): string | undefined => {
  const context = values?.properties?.find(({ key }) => key?.name === 'context')?.value
  return isNode(context) && typeof source?.value === 'string'
    ? toContextId(source.value, String(context.value))
    : undefined
}

/** The Chinese text that a node is: a literal, a template without values, or a key of an object. */
const textOf = (node: Node): unknown => {
  const { type, value, quasis, computed, key } = node
  if (type === 'Literal') return value
  if (type === 'TemplateLiteral' && quasis?.length === 1) return quasis[0]?.value.cooked
  if (type === 'CallExpression') return textInContext(node)
  if (type === 'Property' && !computed && key?.type === 'Identifier') return key.name
  return undefined
}

/**
 * All Chinese texts in a module, which are the sources of translations. A module that no one translates costs nothing: a
 * source without a translation is shown as it is.
 *
 * @param code TypeScript, with JSX if the file's name says so
 */
export const collectTexts = (code: string, file: string): Set<string> => {
  const texts = new Set<string>()
  if (!chinese.test(code)) return texts
  const visit = (value: unknown): void => {
    // SQL, which names its values otherwise.
    const isTagged = isNode(value) && value.type === 'TaggedTemplateExpression'
    const parts = isTagged ? value.quasi?.expressions : value
    const text = isNode(parts) ? textOf(parts) : undefined
    if (typeof text === 'string' && chinese.test(text)) texts.add(text)
    if (typeof parts === 'object' && parts !== null) for (const part of Object.values(parts)) visit(part)
  }
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return texts
}
