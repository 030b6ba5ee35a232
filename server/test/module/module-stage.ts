import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { recordRoutes } from '../architecture/served-routes.ts'
import { buildTenant, buildUser } from '../factories.ts'
import { createTestApp } from '../harness.ts'
import { type JsonSchema, listParameters, plainRequest, toSchema, withValue } from '../hostile/parameters.ts'
import type { Sample } from '../hostile/sample.ts'
import { drawPicture } from '../hostile/samples.ts'
import { createPlanter, type RowValues } from '../matrix/planted-rows.ts'
import { createSender } from '../matrix/sender.ts'
import { isId } from '../matrix/with-id.ts'
import { createWriteWatch } from '../matrix/write-watch.ts'

export type ModuleOptions = {
  /**
   * Valid requests by endpoint (`assets.handOver`), where one built from the schema is none. Takes the id of a row in each
   * table of the module, of a user and of an organisation, all of the caller's company.
   */
  readonly samples?: (id: string) => Readonly<Record<string, Omit<Sample, 'token'>>>
  /** Values of rows by table (`assets.assets`), where a made up row violates a rule of the table. */
  readonly rows?: RowValues
}

/** Begin the texts of planted rows: of the callers' company, and of another one. */
export const prefixes = { own: 'own', foreign: 'foreign' } as const

const uniqueNames = () => {
  const unique = crypto.randomUUID().slice(0, 20)
  return { name: `名${unique}`, code: `c${unique}` }
}
/** A request built from the declaration, with names that are not taken and an id wherever it takes one. */
const composeSample = (endpoint: Endpoint, id: string, peopleId: string): Sample => {
  const { body, ...rest } = plainRequest(endpoint)
  const names = Object.entries(uniqueNames()).filter(([field]) => body !== undefined && field in body)
  const sample: Sample = { ...rest, ...(body && { body: { ...body, ...Object.fromEntries(names) } }) }
  for (const parameter of listParameters(endpoint).filter((each) => isRequired(endpoint, each))) {
    const { part, path } = parameter
    const bound = endpoint.ids?.[[part, ...path].join('.')]
    const namesPeople = bound !== undefined && 'inScope' in bound
    const taken = namesPeople ? peopleId : id
    if (namesPeople || isId(parameter))
      sample[part] = withValue(sample[part] ?? {}, path, /s$/.test(path.at(-1) ?? '') ? [taken] : taken)
  }
  return sample
}
const isRequired = (
  endpoint: Endpoint,
  { part, path }: { part: 'params' | 'query' | 'body'; path: readonly string[] },
) => {
  let schema: JsonSchema | undefined = toSchema(endpoint, part)
  for (const name of path) {
    if (!schema?.required?.includes(name)) return false
    schema = schema.properties?.[name]
  }
  return true
}

/**
 * A server with the module, callers of one company with every right of the module and without, and rows in each of its
 * tables: in the company of the callers and in another one.
 */
export const createModuleStage = async (contract: ModuleContract, { samples, rows = {} }: ModuleOptions = {}) => {
  const { built: app, routes } = await recordRoutes(createTestApp)
  const companies = { own: await buildTenant(app, '本公司'), foreign: await buildTenant(app, '别家公司') }
  const endpoints = Object.values(contract.feature.contracts).flatMap(Object.values<Endpoint>)
  const permissions = [...new Set(endpoints.flatMap((endpoint) => toPermission(endpoint) ?? []))]
  await app.sql('update apis set rate = null where rate is not null')

  const signIn = async (scope: 'all' | 'self', held: readonly string[]) => {
    const user = await buildUser(app, { companyId: companies.own, permissions: [...held] })
    await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, scope])
    return app.signIn(user)
  }
  const callers = {
    /** Holds every permission of the module, and reaches all people of the company. */
    holder: await signIn('all', permissions),
    /** The same, and reaches no other person. */
    narrow: await signIn('self', permissions),
    /** Holds no permission. */
    unprivileged: await signIn('all', []),
  }
  // On a slow machine the file takes longer than a token lives.
  await app.sql(`update sessions set access_expires_at = now() + interval '2 hours'`)

  // Planted files have no bytes to be sent.
  const values = { files: { unused_since: null, state: 'quarantined', finding: 'planted' }, ...rows }
  const planters = {
    own: await createPlanter(app, { values, prefix: prefixes.own }),
    foreign: await createPlanter(app, { values, prefix: prefixes.foreign }),
  }
  const planted = {
    own: (await planters.own.plantUnderOneId(companies.own)).id,
    foreign: (await planters.foreign.plantUnderOneId(companies.foreign)).id,
  }
  const picture = await drawPicture()
  const send = createSender(app, picture)
  const writes = await createWriteWatch(app)
  const sampleWith = (endpoint: Endpoint, id: string, peopleId: string): Sample =>
    samples?.(id)[toTitle(endpoint)] ?? composeSample(endpoint, id, peopleId)

  return {
    app,
    contract,
    endpoints,
    companies,
    callers,
    /** Names the planted rows of each company, in every table. */
    planted,
    picture,
    send,
    writes,
    /** Routes that the server serves. */
    routes,
    /** A valid request of the holder about the planted rows; a change gets rows of its own, as it may use them up. */
    async sampleFor(endpoint: Endpoint): Promise<Sample> {
      const isRead = endpoint.method === 'GET'
      const id = isRead ? planted.own : await this.plantBeside()
      return { ...sampleWith(endpoint, id, planted.own), token: callers.holder }
    },
    /** The same about an id. */
    sampleAbout: (endpoint: Endpoint, id: string): Sample => ({
      ...sampleWith(endpoint, id, id),
      token: callers.holder,
    }),
    /** Plants one more row in each table of the module. */
    plantBeside: () => planters.own.plantBeside(planted.own, companies.own, contract.name),
  }
}
export type ModuleStage = Awaited<ReturnType<typeof createModuleStage>>
