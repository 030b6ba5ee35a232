import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type JsonSchema, toSchema } from './hostile/parameters.ts'

const placesIn = (schema: JsonSchema, place: string): string[] => [
  ...(schema.format === 'uuid' ? [place] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => placesIn(field, `${place}.${name}`)),
  ...[schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat().flatMap((each) => placesIn(each, place)),
]
/** Places of ids in a request: `params.id`, `body.add`; `body.orgs.orgId` in each item of a list. */
export const idPlaces = (endpoint: Endpoint): string[] => [
  ...new Set((['params', 'query', 'body'] as const).flatMap((part) => placesIn(toSchema(endpoint, part) ?? {}, part))),
]
