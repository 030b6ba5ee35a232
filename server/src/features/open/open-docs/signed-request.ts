import type { Operation, Parameter } from './openapi-types.ts'

/** A call that samples of code make: with the examples of its document. */
export type SampleRequest = {
  method: string
  origin: string
  path: string
  /** Sorted by name, as it is signed. */
  query: string
  /** JSON on one line; empty: none. */
  body: string
}

export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
export const toUrl = ({ path, query }: SampleRequest) => (query === '' ? path : `${path}?${query}`)

const encode = (value: unknown) => encodeURIComponent(String(value))
type Described = Exclude<Parameter, { $ref: string }>
const isDescribed = (parameter: Parameter): parameter is Described => !('$ref' in parameter)

/** The call that an operation is shown with: its required parameters, and those of a page. */
export const sampleRequest = (
  { method, path, origin }: { method: string; path: string; origin: string },
  { parameters = [], requestBody }: Operation,
): SampleRequest => {
  const described = parameters.filter(isDescribed)
  const shown = (place: Described['in']) => described.filter(({ in: at, required }) => at === place && required)
  const filled = shown('path').reduce((text, { name, example }) => text.replace(`{${name}}`, encode(example)), path)
  const pages = described.filter(({ in: at, name, required }) => at === 'query' && name === 'size' && !required)
  const pairs = [...shown('query'), ...pages]
    .map(({ name, example, schema }): [string, string] => [encode(name), encode(example ?? schema.default ?? '')])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const example = requestBody?.content['application/json']?.example
  return {
    method,
    origin,
    path: filled,
    query: pairs.map((pair) => pair.join('=')).join('&'),
    body: example === undefined ? '' : JSON.stringify(example),
  }
}
