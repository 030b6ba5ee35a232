import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'

/** Reads that the registry audits have no endpoint with their event. */
const read = 'api.called'

/** Events of the log: their modules, and what they happen to. */
export const createLogEvents = ({ endpoints, automaticEvents, entityOf }: Catalogue) => {
  const audits = endpoints.flatMap((endpoint) =>
    'audit' in endpoint && 'event' in endpoint.audit ? [{ ...endpoint.audit, module: endpoint.module }] : [],
  )
  const moduleByEvent = new Map(audits.map(({ event, module }) => [event, module]))
  moduleByEvent.set(read, 'sysApis')
  for (const [event, module] of Object.entries(automaticEvents)) moduleByEvent.set(event, module)
  const events = [...moduleByEvent.keys()]
  /** Module of the endpoint that writes an event; empty if there is none any more. */
  const findModule = (event: string): string => moduleByEvent.get(event) ?? ''
  return {
    findModule,
    ofModule: (module: string): string[] => events.filter((event) => findModule(event) === module),
    /** Events whose rows name users in their content only. */
    namingPeople: audits.flatMap(({ event, namesPeople }) => (namesPeople ? event : [])) as readonly string[],
    /** Events whose entity is a user. */
    ofUsers: events.filter((event) => entityOf(event) === 'user') as readonly string[],
    /** All events of an entity; reads can happen to every entity. */
    ofEntity: (entity: string): string[] => events.filter((event) => event === read || entityOf(event) === entity),
  }
}
export type LogEvents = ReturnType<typeof createLogEvents>
