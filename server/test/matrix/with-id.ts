import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { listParameters, withValue } from '../hostile/parameters.ts'
import type { Sample } from '../hostile/sample.ts'

export const isId = ({ path }: { path: readonly string[] }) => /^ids?$|\.ids?$|[a-z]Ids?$/.test(path.at(-1) ?? '')
/** Copies of the sample with the id in each of its id parameters in turn. */
export const withId = (endpoint: Endpoint, sample: Sample, id: string): Sample[] =>
  listParameters(endpoint)
    .filter(isId)
    .map(({ part, path }) => {
      const many = /s$/.test(path.at(-1) ?? '')
      return { ...sample, [part]: withValue(sample[part] ?? {}, path, many ? [id] : id) }
    })
