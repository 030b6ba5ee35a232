import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { listParameters } from '../hostile/parameters.ts'
import { type Fault, fault, type Rule } from './fault.ts'
import { type ModuleStage, prefixes } from './module-stage.ts'

const answerTo = async (stage: ModuleStage, endpoint: Endpoint, token: string) => {
  const sample = await stage.sampleFor(endpoint)
  const isPaged = listParameters(endpoint).some(({ part, path }) => part === 'query' && path.join('.') === 'size')
  const query = isPaged ? { query: { ...sample.query, size: 100 } } : {}
  return (await stage.send(endpoint, { ...sample, ...query, token })).text
}
const namesUser = (text: string) => new RegExp(`${prefixes.own}-users-(name|account)-`).test(text)

const faultsOf = async (stage: ModuleStage, endpoint: Endpoint): Promise<Fault[]> => {
  const declared = typeof endpoint.namesUsers === 'object' ? 'unscoped' : (endpoint.namesUsers ?? 'none')
  const toNarrow = namesUser(await answerTo(stage, endpoint, stage.callers.narrow))
  const toWide = namesUser(await answerTo(stage, endpoint, stage.callers.holder))
  const at = toTitle(endpoint)
  if (toNarrow && declared !== 'unscoped') return [fault(at, 'names people outside of the row scope of its caller')]
  if (toWide && declared === 'none') return [fault(at, 'names people, and does not declare it by namesUsers')]
  return []
}

/** Lists and files name no people beyond the row scope of the caller. */
export const people: Rule = {
  title: 'names no people beyond the row scope',
  async find(stage) {
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) if (!isMutation(endpoint)) found.push(...(await faultsOf(stage, endpoint)))
    return found
  },
}

/** Columns of other features whose texts any reply may have. */
const common = /^(users\.(name|account)|[\w]+\.(name|code|title))$/

/** What stands in columns of other features is not shown: secrets, contacts, notes. */
export const leaks: Rule = {
  title: 'shows nothing of columns that are not its own',
  async find(stage) {
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) {
      const text = await answerTo(stage, endpoint, stage.callers.holder)
      const shown = text.matchAll(new RegExp(`${prefixes.own}-([\\w.]+)-(\\w+)-[0-9a-f]{8}`, 'g'))
      const foreign = [...shown].flatMap(([, table = '', column]) =>
        table.startsWith(`${stage.contract.name}.`) || common.test(`${table}.${column}`) ? [] : `${table}.${column}`,
      )
      for (const column of new Set(foreign)) found.push(fault(toTitle(endpoint), `shows ${column}`))
    }
    return found
  },
}
