import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Sample } from '../hostile/sample.ts'
import { growthBodies } from './growth-bodies.ts'
import type { Caller, GrowthCast } from './growth-cast.ts'
import { findKind, type IdKind, type IdParameter, listIdParameters, toName, withIdsAt } from './id-parameters.ts'

export type GrowthCase = { title: string; sample: Sample }
type Named = readonly (readonly [name: string, id: string])[]

/** Ids of things beyond the caller, and of their own, by what they are. */
const idsFor = (cast: GrowthCast, caller: Caller) => {
  const foreign = {
    organization: [
      ['far', cast.far],
      ['below far', cast.farBelow],
    ],
    user: [
      ['outsider', cast.outsider],
      ['both', cast.both],
      ['peer', cast.peer],
    ],
    role: [
      ['wide role', cast.wideRole],
      ['shut role', cast.shutRole],
    ],
  } as const satisfies Record<string, Named>
  const own = {
    organization: [
      ['near', cast.near],
      ['below near', cast.nearBelow],
    ],
    user: [
      ['oneself', caller.id],
      ['colleague', cast.colleague],
      ['both', cast.both],
    ],
    role: [
      ['own role', caller.roleId],
      ['role of both', cast.roleOfBoth],
    ],
  } as const satisfies Record<string, Named>
  const of = (ids: Record<Exclude<IdKind, 'any'>, Named>, kind: IdKind): Named =>
    kind === 'any' ? Object.values(ids).flat() : ids[kind]
  return { foreign: (kind: IdKind) => of(foreign, kind), own: (kind: IdKind) => of(own, kind) }
}

/** Tables of the rows that a module's `params.id` names. */
const containers: Readonly<Record<string, string>> = {
  sysReviews: 'reviews',
  sysAccessRequests: 'access_requests',
  sysOnline: 'sessions',
  sysIdentityProviders: 'identity_providers',
  sysMemberships: 'membership_invitations',
  sysRegistrations: 'registrations',
  sysVisits: 'visit_requests',
  sysBulks: 'bulks',
  sysDocs: 'documents',
  sysNews: 'notices',
  sysExcels: 'imports',
  sysJobs: 'job_runs',
  openApps: 'open_apps',
  sysTenantPolicies: 'tenants',
}
const isRowId = ({ part, path }: IdParameter) => part === 'params' && path[0] === 'id'

const isList = ({ path }: IdParameter) => path.at(-1)?.endsWith('[]')

const parsedBody = (endpoint: Endpoint, { body }: Sample) =>
  endpoint.method === 'GET' || !endpoint.body ? undefined : endpoint.body.safeParse(body)
/** Without those that the contract refuses or that say the same as another. */
const distinct = (endpoint: Endpoint, cases: readonly GrowthCase[]): GrowthCase[] => {
  const accepted = cases.flatMap((each) => {
    const body = parsedBody(endpoint, each.sample)
    return body?.success === false ? [] : [[JSON.stringify([each.sample.params, body?.data]), each] as const]
  })
  return [...new Map(accepted.reverse()).values()].reverse()
}

type Place = { at: IdParameter; kind: IdKind }
const listPlaces = (endpoint: Endpoint): Place[] =>
  listIdParameters(endpoint).flatMap((at) => {
    const kind = findKind(endpoint, at)
    return kind ? [{ at, kind }] : []
  })
/** Whether the endpoint takes the id of an organisation, a user or a role, or of a row that stands for some. */
export const takesIds = (endpoint: Endpoint): boolean =>
  listPlaces(endpoint).length > 0 || (endpoint.module in containers && listIdParameters(endpoint).some(isRowId))

/** A valid request about the caller's own things, or about the row that names the outsider. */
const ownRequest = (endpoint: Endpoint, sample: Sample, cast: GrowthCast, own: (kind: IdKind) => Named): Sample => {
  const table = containers[endpoint.module]
  const rows = table ? listIdParameters(endpoint).filter(isRowId) : []
  const contained = rows.reduce((all, at) => withIdsAt(all, at, [cast.plantedIn(table ?? '')]), sample)
  return listPlaces(endpoint)
    .filter(({ at }) => at.part === 'params')
    .reduce((all, { at, kind }) => withIdsAt(all, at, [own(kind).at(-1)?.[1] ?? '']), contained)
}

type Ids = ReturnType<typeof idsFor>
/** Requests with a foreign id in one place: alone, beside an own one in its list, and with each own one elsewhere. */
const casesAt = (base: Sample, { at, kind }: Place, places: readonly Place[], ids: Ids): GrowthCase[] =>
  ids.foreign(kind).flatMap(([name, id]) => {
    const title = `${toName(at)} = ${name}`
    const alone = withIdsAt(base, at, [id])
    const beside = ids.own(kind).slice(0, isList(at) ? 1 : 0)
    return [
      { title, sample: alone },
      ...beside.map(([own, ownId]) => ({ title: `${title} beside ${own}`, sample: withIdsAt(base, at, [ownId, id]) })),
      ...places
        .filter((other) => other.at !== at)
        .flatMap((other) =>
          ids.own(other.kind).map(([own, ownId]) => ({
            title: `${title}, ${toName(other.at)} = ${own}`,
            sample: withIdsAt(alone, other.at, [ownId]),
          })),
        ),
    ]
  })

/** Requests of a caller in which each id in turn is a foreign one. Takes a valid request of the endpoint. */
export const growthCases = (
  endpoint: Endpoint,
  { token: _, ...sample }: Sample,
  { cast, caller }: { cast: GrowthCast; caller: Caller },
): GrowthCase[] => {
  const places = listPlaces(endpoint)
  const ids = idsFor(cast, caller)
  const cases = (growthBodies(cast)[`${endpoint.module}.${endpoint.name}`] ?? [{}]).flatMap((body) => {
    const whole = sample.body ? { ...sample, body: { ...sample.body, ...body } } : sample
    const base = ownRequest(endpoint, whole, cast, ids.own)
    const made = places.flatMap((place) => casesAt(base, place, places, ids))
    const word = Object.values(body).find((value) => typeof value === 'string')
    const all = made.length > 0 ? made : [{ title: 'the row of the outsider', sample: base }]
    return all.map((each) => ({ ...each, title: word ? `${each.title} (${word})` : each.title }))
  })
  return distinct(endpoint, cases)
}
