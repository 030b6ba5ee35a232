import { findProductText, type ProductText } from '@atrium/contract/kernel/product-text.ts'
import type * as z from 'zod/mini'
import { isAsInCode } from '../texts/every-language.ts'
import { givenName, productName } from '../texts/product-name.ts'
import { storedSentence } from '../texts/stored-sentence.ts'
import { getParts } from './schema-parts.ts'

type Row = Readonly<Record<string, unknown>>
type Translate = (value: unknown, row: Row) => unknown
/** What a schema translates, once that is known: a recursive one holds itself. */
type Node = { translate: Translate | undefined }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const applyTo =
  (node: Node): Translate =>
  (value, row) =>
    node.translate ? node.translate(value, row) : value

const ofText =
  ({ kind, isOwn }: ProductText): Translate =>
  (value, row) => {
    if (typeof value !== 'string') return value
    if (kind === 'sentence') return storedSentence(value)
    return isOwn(row) ? productName(value) : givenName(value)
  }
const ofFields = (shape: Readonly<Record<string, z.ZodMiniType>>, nodes: Nodes): Translate | undefined => {
  const parts = Object.entries(shape).flatMap(([name, schema]) => {
    const part = compile(schema, nodes)
    return part ? [[name, part] as const] : []
  })
  if (parts.length === 0) return undefined
  return (value) => {
    if (!isRow(value)) return value
    const changed: Record<string, unknown> = { ...value }
    for (const [name, part] of parts) if (name in value) changed[name] = part(value[name], value)
    return changed
  }
}
const ofParts = (schema: z.ZodMiniType, nodes: Nodes): Translate | undefined => {
  const { shape, element, innerType, valueType, out, options } = getParts(schema)
  if (shape) return ofFields(shape, nodes)
  const each = element && compile(element, nodes)
  if (each) return (value, row) => (Array.isArray(value) ? value.map((one) => each(one, row)) : value)
  const of = valueType && compile(valueType, nodes)
  if (of)
    return (value) =>
      isRow(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one, value)])) : value
  const inner = innerType ?? out
  if (inner) return compile(inner, nodes)
  const alternatives = options?.flatMap((option) => compile(option, nodes) ?? []) ?? []
  if (alternatives.length === 0) return undefined
  return (value, row) => alternatives.reduce((text, alternative) => alternative(text, row), value)
}

type Nodes = Map<z.ZodMiniType, Node>
const compile = (schema: z.ZodMiniType, nodes: Nodes): Translate | undefined => {
  const known = nodes.get(schema)
  if (known) return known.translate ?? applyTo(known)
  const text = findProductText(schema)
  if (text) return ofText(text)
  const node: Node = { translate: undefined }
  nodes.set(schema, node)
  node.translate = ofParts(schema, nodes)
  return node.translate
}

const compiled = new WeakMap<z.ZodMiniType, { translate: Translate | undefined }>()
const find = (schema: z.ZodMiniType) => {
  const known = compiled.get(schema)
  if (known) return known.translate
  const translate = compile(schema, new Map())
  compiled.set(schema, { translate })
  return translate
}

/** A value of a schema with its texts (`productText`) in the language of the call. */
export const inLanguageOfCall = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (schema === undefined || isAsInCode()) return value
  return find(schema)?.(value, {}) ?? value
}
