import type { tryCallContract } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { statementsText } from '@atrium/contract/kernel/list-text.ts'
import { type ApiDocument, type Entry, type Parameter, resolve } from './api-document.ts'
import { noteText } from './schema-lines.ts'

export type TryField = {
  /** `path.id`, as refusals name it. */
  name: string
  label: string
  required: boolean
  help: string
  initial: string
}
const places = ['path', 'query']

/** Inputs for the parameters of an operation; those that it needs hold their example. */
export const tryFields = (document: ApiDocument, { operation }: Entry): TryField[] =>
  (operation.parameters ?? [])
    .flatMap((each) => resolve<Parameter>(document, each) ?? [])
    .filter(({ in: place }) => places.includes(place))
    .map(({ name, in: place, required, description, schema, example }) => ({
      name: `${place}.${name}`,
      label: name,
      required,
      initial: required ? String(example ?? '') : '',
      help: statementsText([description, noteText(document, { ...schema, title: '' }, description)]),
    }))

/** The example of a body, on several lines; undefined for an operation without a body. */
export const bodyExample = ({ operation: { requestBody } }: Entry): string | undefined => {
  const [media] = Object.values(requestBody?.content ?? {})
  if (!media) return undefined
  return media.example === undefined ? '{}' : JSON.stringify(media.example, undefined, 2)
}

type Sent = RequestOf<typeof tryCallContract.tryCall>['body']
/** What is sent of the typed values: nothing for those left empty. */
export const toTrial = (api: string, values: Readonly<Record<string, unknown>>): Sent => {
  const of = (place: string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name.startsWith(`${place}.`) && value !== '' ? [[name.slice(place.length + 1), String(value)]] : [],
      ),
    )
  return { api, path: of('path'), query: of('query'), body: String(values.body ?? '') }
}
