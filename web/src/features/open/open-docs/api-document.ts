/** What the reader shows of an OpenAPI document. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  format?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
export type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Reference = { $ref: string }
export type Media = { schema: Schema; example?: unknown }
export type Reply = { description: string; content?: Readonly<Record<string, Media>> }
export type CodeSample = { lang: string; label: string; source: string }
export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  deprecated?: boolean
  parameters?: readonly (Parameter | Reference)[]
  requestBody?: { content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply | Reference>>
  'x-codeSamples'?: readonly CodeSample[]
}
export type ApiDocument = {
  info: { title: string; description: string; version: string }
  tags: readonly { name: string; description?: string; 'x-displayName': string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> } & Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
}
/** An operation with its address. */
export type Entry = { method: string; path: string; operation: Operation }
export type Group = { name: string; title: string; description: string; entries: readonly Entry[] }

/** What a reference leads to; anything else is returned. */
export const resolve = <T extends object>(document: ApiDocument, value: T | Reference): T | undefined => {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const at = value.$ref.replace(/^#\//, '').split('/')
  return at.reduce<unknown>((held, part) => (held as Record<string, unknown> | undefined)?.[part], document) as
    | T
    | undefined
}

const matches = ({ path, operation: { summary, operationId } }: Entry, words: readonly string[]) => {
  const text = `${path} ${summary} ${operationId}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
/** The operations that a search finds, in groups; groups without any are left out. */
export const listGroups = ({ tags, paths }: ApiDocument, search: string): Group[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter((entry) => matches(entry, words))
  const byTag = Map.groupBy(found, ({ operation }) => operation.tags[0] ?? '')
  return tags.flatMap(({ name, description = '', 'x-displayName': title }) => {
    const entries = byTag.get(name)
    return entries ? [{ name, title, description, entries }] : []
  })
}
