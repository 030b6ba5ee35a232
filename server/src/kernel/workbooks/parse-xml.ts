import { SaxesParser } from 'saxes'
import type { Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

export type Attributes = Readonly<Record<string, string>>
type Handlers = {
  /** Names come without their prefix. Elements of another namespace than the outermost one's are left out, with all in them. */
  readonly open: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** What reading XML may cost. */
export type XmlLimits = Pick<Limits, 'nesting' | 'nodeBytes'>

const takePrefix = (name: string) => name.slice(0, Math.max(0, name.indexOf(':')))
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Namespaces by their prefix, which is empty for that of names without one. */
type Namespaces = Readonly<Record<string, string | undefined>>
/** The namespaces inside an element; the same object if it declares none. */
const namespacesIn = (outer: Namespaces, attributes: Attributes): Namespaces => {
  let inner: Record<string, string | undefined> | undefined
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    inner ??= { ...outer }
    inner[name.slice('xmlns:'.length)] = attributes[name]
  }
  return inner ?? outer
}

/** Tells the elements of a part's own vocabulary from what extensions have put between them. */
const createVocabulary = () => {
  const outer: Namespaces[] = []
  let inner: Namespaces = Object.create(null)
  let own: string | undefined
  let foreign = 0
  return {
    /** Whether the element that begins belongs to it. */
    enter: (name: string, attributes: Attributes): boolean => {
      outer.push(inner)
      inner = namespacesIn(inner, attributes)
      const namespace = inner[takePrefix(name)]
      if (outer.length === 1) own = namespace
      if (foreign > 0 || namespace !== own) foreign += 1
      return foreign === 0
    },
    isIn: (): boolean => foreign === 0,
    /** Whether the element that ends belongs to it. */
    leave: (): boolean => {
      inner = outer.pop() ?? inner
      if (foreign === 0) return true
      foreign -= 1
      return false
    },
  }
}

const createParser = (root: string, { open, close, text }: Handlers, { nesting }: XmlLimits) => {
  const parser = new SaxesParser({ position: false })
  const vocabulary = createVocabulary()
  const state = { depth: 0, events: 0 }
  parser.on('doctype', () => {
    throw new Refusal('declarations')
  })
  parser.on('opentag', (tag) => {
    state.events += 1
    state.depth += 1
    const name = localName(tag.name)
    if (state.depth > nesting || (state.depth === 1 && name !== root)) throw new Refusal('damaged')
    // Without namespaces, which this parser does not resolve, attributes are texts.
    const attributes = tag.attributes as Attributes
    if (vocabulary.enter(tag.name, attributes)) open(name, attributes)
  })
  parser.on('closetag', (tag) => {
    state.events += 1
    state.depth -= 1
    if (vocabulary.leave()) close?.(localName(tag.name))
  })
  const read = (piece: string) => {
    state.events += 1
    if (vocabulary.isIn()) text?.(piece)
  }
  parser.on('text', read)
  parser.on('cdata', read)
  return { parser, state }
}

/** What the parser reports is a fault of the file. */
const orDamaged = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('damaged')
  }
}

const hasUtf16Mark = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xfe

/**
 * Reads a part of a workbook, and yields after each chunk. Takes its bytes, the name of its outermost element. A piece
 * of text, a comment or a tag is never held beyond `nodeBytes`.
 * @throws Refusal for XML that is damaged, nested too deeply, or has a DTD
 */
export async function* parseXml(
  chunks: AsyncIterable<Uint8Array>,
  root: string,
  handlers: Handlers,
  limits: XmlLimits,
): AsyncGenerator<void> {
  const { parser, state } = createParser(root, handlers, limits)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let seen = 0
  let quietBytes = 0
  const write = (text: string) => {
    orDamaged(() => parser.write(text))
    quietBytes = state.events === seen ? quietBytes + text.length : 0
    seen = state.events
    if (quietBytes > limits.nodeBytes) throw new Refusal('textTooLong')
  }
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(hasUtf16Mark(chunk) ? 'utf-16le' : 'utf-8', { fatal: true })
    const streaming = decoder
    write(orDamaged(() => streaming.decode(chunk, { stream: true })))
    yield
  }
  write(orDamaged(() => decoder?.decode() ?? ''))
  orDamaged(() => parser.close())
  if (state.events === 0) throw new Refusal('damaged')
}

/** Reads a whole part. */
export const parseAll = async (...[chunks, root, handlers, limits]: Parameters<typeof parseXml>): Promise<void> => {
  for await (const _ of parseXml(chunks, root, handlers, limits));
}
