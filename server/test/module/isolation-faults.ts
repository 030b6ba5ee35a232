import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { listParameters } from '../hostile/parameters.ts'
import type { Answer } from '../matrix/sender.ts'
import { isId, withId } from '../matrix/with-id.ts'
import { type Fault, fault, type Rule } from './fault.ts'
import { type ModuleStage, prefixes } from './module-stage.ts'

const isForeign = (text: string) => new RegExp(`${prefixes.foreign}-[\\w.]+-\\w+-[0-9a-f]{8}`).test(text)
const normalize = ({ status, text }: Answer, id: string) =>
  `${status} ${text.replaceAll(id, '').replace(/"confirmToken":"[^"]*"/, '')}`

/** Requests that could show rows of another company: as they are, a long page, and a search for what stands there. */
const widened = (endpoint: Endpoint) => {
  const takes = (name: string) =>
    listParameters(endpoint).some(({ part, path }) => part === 'query' && path.join('.') === name)
  return [{}, ...(takes('size') ? [{ size: 100 }] : []), ...(takes('search') ? [{ search: prefixes.foreign }] : [])]
}

const faultsOf = async (stage: ModuleStage, endpoint: Endpoint): Promise<Fault[]> => {
  const { app, send, writes, companies, planted } = stage
  const at = toTitle(endpoint)
  const found: Fault[] = []
  const mark = await writes.mark()
  const sample = await stage.sampleFor(endpoint)
  for (const query of widened(endpoint))
    if (isForeign((await send(endpoint, { ...sample, query: { ...sample.query, ...query } })).text)) {
      found.push(fault(at, 'shows rows of another company'))
      break
    }
  if (listParameters(endpoint).some(isId)) {
    const random = crypto.randomUUID()
    const ofRandom = withId(endpoint, stage.sampleAbout(endpoint, random), random)
    const ofForeign = withId(endpoint, stage.sampleAbout(endpoint, planted.foreign), planted.foreign)
    for (const [place, request] of ofForeign.entries()) {
      const foreign = normalize(await send(endpoint, request), planted.foreign)
      const unknown = normalize(await send(endpoint, ofRandom[place] ?? request), random)
      if (
        foreign.replaceAll(/"(id|createTime|name|code)":"[^"]*"/g, '') !==
        unknown.replaceAll(/"(id|createTime|name|code)":"[^"]*"/g, '')
      )
        found.push(
          fault(
            at,
            `answers an id of another company unlike an unknown one: ${foreign.slice(0, 120)} — ${unknown.slice(0, 120)}`,
          ),
        )
    }
  }
  const written = (await writes.since(mark, companies.foreign)).map(({ table }) => table)
  if (written.length > 0) found.push(fault(at, `changes rows of another company: ${[...new Set(written)].join(', ')}`))
  await app.sql('delete from limits')
  return found
}

/** Nothing of another company is shown, named or changed. */
export const isolation: Rule = {
  title: 'shows and changes nothing of another company',
  async find(stage) {
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) found.push(...(await faultsOf(stage, endpoint)))
    return found
  },
}
