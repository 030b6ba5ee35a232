import { entityOf } from '@atrium/contract/features/operation-logs/event-words.ts'
import { endpoints } from '@atrium/contract/index.ts'

const moduleByEvent = new Map(
  endpoints.flatMap((endpoint): [string, string][] =>
    'audit' in endpoint && 'event' in endpoint.audit ? [[endpoint.audit.event, endpoint.module]] : [],
  ),
)
/** What the registry has written down of reads is no event of any one endpoint, nor is what the product does by itself. */
const read = 'api.called'
moduleByEvent.set(read, 'sysApis').set('review.applied', 'sysReviews').set('review.repeatStopped', 'sysReviews')
const events = [...moduleByEvent.keys()]

/** The module whose endpoint writes an event; empty for one that no endpoint writes any more. */
export const moduleOf = (event: string): string => moduleByEvent.get(event) ?? ''

/** Every event of a module. */
export const eventsOfModule = (module: string): string[] => events.filter((event) => moduleOf(event) === module)

/** Events whose rows name people that no column names. */
export const eventsNamingPeople: readonly string[] = endpoints.flatMap((endpoint) =>
  'audit' in endpoint && 'event' in endpoint.audit && endpoint.audit.namesPeople ? endpoint.audit.event : [],
)
/** Events that happen to users: the row's entity is one. */
export const eventsOfUsers: readonly string[] = events.filter((event) => entityOf(event) === 'user')

/** Every event that happens to this kind of row: to be read happens to all kinds. */
export const eventsOfEntity = (entity: string): string[] =>
  events.filter((event) => event === read || entityOf(event) === entity)
