import { automaticEvents, endpoints, entityOf } from '@atrium/contract/index.ts'

const moduleByEvent = new Map(
  endpoints.flatMap((endpoint): [string, string][] =>
    'audit' in endpoint && 'event' in endpoint.audit ? [[endpoint.audit.event, endpoint.module]] : [],
  ),
)
/** Reads audited by the registry, and automatic actions, have no endpoint with their event. */
const read = 'api.called'
moduleByEvent.set(read, 'sysApis')
for (const [event, module] of Object.entries(automaticEvents)) moduleByEvent.set(event, module)
const events = [...moduleByEvent.keys()]

/** Module of the endpoint that writes an event; empty if there is none any more. */
export const findModule = (event: string): string => moduleByEvent.get(event) ?? ''

export const eventsOfModule = (module: string): string[] => events.filter((event) => findModule(event) === module)

/** Events whose rows name users in their content only. */
export const eventsNamingPeople: readonly string[] = endpoints.flatMap((endpoint) =>
  'audit' in endpoint && 'event' in endpoint.audit && endpoint.audit.namesPeople ? endpoint.audit.event : [],
)
/** Events whose entity is a user. */
export const eventsOfUsers: readonly string[] = events.filter((event) => entityOf(event) === 'user')

/** All events of an entity; reads can happen to every entity. */
export const eventsOfEntity = (entity: string): string[] =>
  events.filter((event) => event === read || entityOf(event) === entity)
