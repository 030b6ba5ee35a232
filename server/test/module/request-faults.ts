import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { createGate } from '../hostile/gate.ts'
import { hostileJson, hostileStrings } from '../hostile/hostile-values.ts'
import { type JsonSchema, listParameters, toSchema } from '../hostile/parameters.ts'
import { shotWith } from '../hostile/shots.ts'
import { idPlaces } from '../id-places.ts'
import { type Fault, fault, type Rule } from './fault.ts'

const parts = ['params', 'query', 'body'] as const
/** Places of lists without a largest number of items. */
const endlessLists = (schema: JsonSchema & { maxItems?: number; oneOf?: JsonSchema[] }, place: string): string[] => [
  ...(schema.type === 'array' && schema.maxItems === undefined ? [place] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => endlessLists(field, `${place}.${name}`)),
  ...[schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat().flatMap((each) => endlessLists(each, place)),
]
const largestPage = 100

/** Ids in changes are bounded by the row scope, lists and pages by a number. */
export const bounds: Rule = {
  title: 'bounds ids, lists and pages',
  async find(stage) {
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) {
      const at = toTitle(endpoint)
      if (isMutation(endpoint))
        for (const place of idPlaces(endpoint).filter(
          (each) => each !== 'params.id' && !(each in (endpoint.ids ?? {})),
        ))
          found.push(
            fault(
              `${at} ${place}`,
              'is bounded by nothing: declare in ids whose row it names, or by which rule it is bound',
            ),
          )
      for (const place of parts.flatMap((part) => endlessLists(toSchema(endpoint, part) ?? {}, part)))
        found.push(fault(`${at} ${place}`, 'takes a list of any length'))
      if (!listParameters(endpoint).some(({ part, path }) => part === 'query' && path.join('.') === 'size')) continue
      const sample = await stage.sampleFor(endpoint)
      const { code } = await stage.send(endpoint, { ...sample, query: { ...sample.query, size: largestPage + 1 } })
      if (code !== 400) found.push(fault(at, `answers a page of ${largestPage + 1} rows`))
    }
    return found
  },
}

/** Hostile values of every parameter are refused or taken, never a fault of the server. */
export const inputs: Rule = {
  title: 'answers hostile values with a refusal or a reply',
  async find(stage) {
    const gate = createGate(stage.app.server)
    const shootAt = async (endpoint: Endpoint) => {
      for (const at of listParameters(endpoint)) {
        const sample = await stage.sampleFor(endpoint)
        const values = at.part === 'body' ? hostileJson : hostileStrings
        await gate.volley(values.map((value) => shotWith(endpoint, sample, stage.picture, at, value)))
      }
      return gate.takeFaults().map((says): Fault => ({ at: toTitle(endpoint), says: `${toTitle(endpoint)} ${says}` }))
    }
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) if (endpoint.wire !== 'stream') found.push(...(await shootAt(endpoint)))
    return found
  },
}
