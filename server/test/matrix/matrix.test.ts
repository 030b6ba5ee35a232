import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectOnly, toTitle } from '../architecture/expect-only.ts'
import { formatRoute, outsideTheCatalogue } from '../architecture/served-routes.ts'
import { isDue } from '../due-endpoints.ts'
import { type Json, listParameters } from '../hostile/parameters.ts'
import { isThorough } from '../thorough.ts'
import { type Caller, callers } from './callers.ts'
import { getExpected } from './expected.ts'
import { createGrantWatch, isReadOnly } from './held-rights.ts'
import { createMatrixStage, type MatrixStage } from './matrix-stage.ts'
import { canary, type PlantedId } from './planted-rows.ts'
import type { Answer } from './sender.ts'
import { isId, withId } from './with-id.ts'
import { createWriteWatch, type WriteWatch } from './write-watch.ts'

vi.setConfig({ testTimeout: 60_000 })

let stage: MatrixStage
let writes: WriteWatch
let watchGrants: ReturnType<typeof createGrantWatch>
beforeAll(async () => {
  stage = await createMatrixStage()
  writes = await createWriteWatch(stage.app)
  watchGrants = createGrantWatch(stage.app, writes)
})
const tokenCache = new Map<Caller, Promise<string | undefined>>()
/** A fresh token where the call may end sessions, a cached one for consecutive reads. */
const tokenFor = (endpoint: Endpoint, caller: Caller) => {
  if (!isReadOnly(endpoint)) tokenCache.clear()
  const token = tokenCache.get(caller) ?? stage.issueToken(caller)
  if (isReadOnly(endpoint)) tokenCache.set(caller, token)
  return token
}
/** Plants rows in a company: one id for all tables, and in the thorough run one id per table as well. */
const plantRows = async (companyId: string): Promise<PlantedId[]> => [
  await stage.planter.plantUnderOneId(companyId),
  ...(isThorough ? await stage.planter.plant(companyId) : []),
]

const byTitle = endpoints.filter(isDue).map((endpoint) => [toTitle(endpoint), endpoint] as const)
const admissionCodes = [100, 101, 401, 403, 423]
/** Refusals by the feature with an admission code. */
const featureRefusals: Readonly<Record<string, number>> = {
  // The service refuses unknown refresh tokens itself.
  'sysConsole.refresh': 101,
  'frontSignIn.refreshToken': 101,
  // The operation that is asked for requires the permission of the call for one row.
  'sysBulks.create': 403,
  'sysBulks.createAcross': 403,
}
const missingSample = (endpoint: Endpoint) =>
  `${toTitle(endpoint)} has no sound sample: give it one in the samples.ts of its feature`

/** The fault of a matrix cell as text, undefined if it is as declared. */
const describeFault = (endpoint: Endpoint, caller: Caller, { status, code, text }: Answer): string | undefined => {
  const cell = `${toTitle(endpoint)} × ${caller.title}`
  const expected = getExpected(endpoint, caller)
  if (expected !== 'past') {
    const asDeclared = status === expected.status && code === expected.code
    return asDeclared ? undefined : `${cell}: declared ${expected.status}/${expected.code}, got ${status}/${code}`
  }
  if (status >= 500 || code < 0 || code === 500) return `${cell}: ${status} ${text.slice(0, 200)}`
  if (code === 400 || code === 415) return `${missingSample(endpoint)} (${text.slice(0, 200)})`
  const isRefused = admissionCodes.includes(code) && featureRefusals[toTitle(endpoint)] !== code
  return isRefused ? `${cell}: declared open, turned away with ${status}/${code}` : undefined
}
const takesId = (endpoint: Endpoint) => endpoint.access.kind !== 'public' && listParameters(endpoint).some(isId)

describe('a kind of caller', () => {
  it.each(
    callers.filter(({ tokenStatus }) => tokenStatus === 'alive').map((caller) => [caller.title, caller] as const),
  )('%s holds the permissions of the table', async (_, caller) => {
    const { app, issueToken } = stage
    const { data = {} } = await app.call(sessionContract.elements, {}, await issueToken(caller))
    const held = Object.entries(data).flatMap(([module, operations]) => operations.map((each) => `${module}:${each}`))
    const table = caller.permissions === 'everything' ? new Set(held) : new Set<string>(caller.permissions)
    expect(new Set(held), 'correct the table in server/test/matrix/callers.ts, or the role').toEqual(table)
  })
})

describe('a write', () => {
  it('to a company is noticed by its table', async () => {
    const { app, companies } = stage
    const mark = await writes.mark()
    await app.sql('update companies set version = version + 1 where id = $1', [companies.B])
    await app.sql('update users set name = name where company_id = $1', [companies.A])
    await app.sql(`update users set name = name || '。' where company_id = $1`, [companies.A])
    expect(new Set((await writes.since(mark, companies.A)).map(({ table, op }) => `${op} ${table}`))).toEqual(
      new Set(['UPDATE users']),
    )
  })
  it('that gives a caller rights beyond their own is noticed', async () => {
    const { app, whoIs } = stage
    const [caller, endpoint] = [
      callers.find(({ title }) => title === 'no role'),
      endpoints.find((each) => !isReadOnly(each)),
    ]
    if (!caller || !endpoint) throw new Error('no such caller or endpoint')
    const who = whoIs(caller)
    const role = `role_id in (select role_id from user_roles where user_id = $1) and element = 'sysBases:edit'`
    const { above } = await watchGrants(endpoint, who, () =>
      app.sql(
        `insert into role_elements (company_id, role_id, element)
         select company_id, role_id, 'sysBases:edit' from user_roles where user_id = $1`,
        [who.id],
      ),
    )
    await app.sql(`delete from role_elements where ${role}`, [who.id])
    expect(above).toContain(`user ${who.id} now holds sysBases:edit`)
  })
})

describe('a served route', () => {
  it('is in the catalogue and so has a row in the matrix', () => {
    const undeclared = stage.routes().filter(({ endpoint }) => endpoint === undefined || !endpoints.includes(endpoint))
    const ofWeb = /^GET \/(?:console|portal)\/(?:assets|texts)/
    const withoutWeb = Object.fromEntries(Object.entries(outsideTheCatalogue).filter(([route]) => !ofWeb.test(route)))
    expectOnly(undeclared.map(formatRoute), withoutWeb)
  })
})

describe('every caller', () => {
  it.each(byTitle)('gets the declared answer of %s and grants nothing beyond their ceiling', async (_, endpoint) => {
    const { validSampleFor, whoIs, send } = stage
    const faults: string[] = []
    const ask = async (caller: Caller) => {
      const { token: _own, ...validSample } = validSampleFor(endpoint)
      const token = await tokenFor(endpoint, caller)
      const answer = await send(endpoint, { ...validSample, ...(token !== undefined && { token }) })
      const fault = describeFault(endpoint, caller, answer)
      if (fault) faults.push(fault)
    }
    const isAdmitted = (caller: Caller) => caller.tokenStatus === 'alive' && getExpected(endpoint, caller) === 'past'
    await Promise.all(callers.filter((caller) => !isAdmitted(caller)).map(ask))
    // Sequential, so that an excess grant is attributed to its caller.
    for (const caller of callers.filter(isAdmitted)) {
      const { above } = await watchGrants(endpoint, whoIs(caller), () => ask(caller))
      faults.push(...above.map((each) => `${toTitle(endpoint)} × ${caller.title}: ${each}`))
    }
    expect(faults).toEqual([])
  })

  /** Planted rows by company, until a call may have consumed them. */
  const plantedByCompany = new Map<string, PlantedId[]>()
  const getPlantedRows = async (companyId: string) => {
    const rows = plantedByCompany.get(companyId) ?? (await plantRows(companyId))
    plantedByCompany.set(companyId, rows)
    return rows
  }
  it.each(byTitle.filter(([, endpoint]) => takesId(endpoint)))(
    'grants nothing beyond their ceiling by %s on rows of their own company',
    async (_, endpoint) => {
      const { validSampleFor, whoIs, send } = stage
      const faults: string[] = []
      const admitted = callers.filter(
        (caller) =>
          caller.tokenStatus === 'alive' &&
          caller.permissions !== 'everything' &&
          getExpected(endpoint, caller) === 'past',
      )
      for (const caller of admitted) {
        for (const { id } of await getPlantedRows(whoIs(caller).companyId))
          for (const sample of withId(endpoint, validSampleFor(endpoint), id)) {
            const token = (await tokenFor(endpoint, caller)) ?? ''
            const { answer, above, written } = await watchGrants(endpoint, whoIs(caller), () =>
              send(endpoint, { ...sample, token }),
            )
            if (written.some(({ op, row }) => op !== 'INSERT' && row.includes(id))) plantedByCompany.clear()
            if (answer.status >= 500) faults.push(`${caller.title}: ${answer.status} ${answer.text.slice(0, 200)}`)
            faults.push(...above.map((each) => `${caller.title}: ${each}`))
          }
      }
      expect(faults).toEqual([])
    },
  )
})

// The caller belongs to another company and holds every permission, so that no missing permission refuses them.
describe('rows of another company', () => {
  let foreignRows: PlantedId[]
  beforeAll(async () => {
    foreignRows = await plantRows(stage.companies.A)
  })
  // Confirmation tokens depend on the call and therefore on the id.
  /** Answers that show a row which the call has made. */
  const showNewRow = ['sysBulks.create', 'sysBulks.createAcross']
  const newRow = /"(id|createTime)":"[^"]*"/g
  const normalize = (endpoint: Endpoint, { status, text }: Answer, id: string) => {
    const same = text.replaceAll(id, '').replace(/"confirmToken":"[^"]*"/, '')
    return `${status} ${showNewRow.includes(toTitle(endpoint)) ? same.replaceAll(newRow, '') : same}`
  }

  /** There are more ids than a caller may try within the limits of some endpoints. */
  const sendWithinLimits = async (...request: Parameters<typeof stage.send>) => {
    const answer = await stage.send(...request)
    if (answer.code !== 429) return answer
    await stage.app.sql('delete from limits')
    return stage.send(...request)
  }
  /**
   * Differences between an endpoint's responses to foreign and to random ids; also fails if rows change. `caller`
   * replaces the caller of the sample.
   */
  const listDifferences = async (endpoint: Endpoint, caller?: Caller) => {
    const { validSampleFor, companies } = stage
    const faults: string[] = []
    const mark = await writes.mark()
    for (const { table, id } of foreignRows) {
      const as = caller && { token: (await tokenFor(endpoint, caller)) ?? '' }
      const sample = { ...validSampleFor(endpoint), ...as }
      const random = crypto.randomUUID()
      const randomSamples = withId(endpoint, sample, random)
      for (const [at, foreignSample] of withId(endpoint, sample, id).entries()) {
        const [forForeign, forRandom] = [
          await sendWithinLimits(endpoint, foreignSample),
          await sendWithinLimits(endpoint, randomSamples[at] ?? sample),
        ]
        const [asForeign, asRandom] = [normalize(endpoint, forForeign, id), normalize(endpoint, forRandom, random)]
        if (asForeign !== asRandom)
          faults.push(`an id of ${table}: ${asForeign.slice(0, 200)} — a random one: ${asRandom.slice(0, 200)}`)
      }
    }
    expect(await writes.since(mark, companies.A)).toEqual([])
    return faults
  }
  it.each(byTitle.filter(([, endpoint]) => takesId(endpoint)))(
    'are answered by %s like random ids, and do not change',
    async (_, endpoint) => {
      expect(await listDifferences(endpoint)).toEqual([])
    },
  )
  const guests = callers.filter(({ visitMode }) => visitMode === 'manage')
  it.each(
    byTitle.filter(
      ([, endpoint]) => takesId(endpoint) && guests.some((guest) => getExpected(endpoint, guest) === 'past'),
    ),
  )('are answered by %s like random ids for a guest in a third company', async (_, endpoint) => {
    for (const guest of guests) expect(await listDifferences(endpoint, guest)).toEqual([])
  })
  it.each(byTitle.filter(([, { access }]) => access.kind !== 'temporary'))(
    'never appear in an answer of %s',
    async (_, endpoint) => {
      const { validSampleFor, send } = stage
      const sample = validSampleFor(endpoint)
      const page = endpoint.wire === 'list' ? { query: { ...sample.query, size: 100 } } : {}
      const found = endpoint.wire === 'list' ? { query: { ...sample.query, size: 100, search: canary } } : {}
      for (const each of [page, found])
        expect((await send(endpoint, { ...sample, ...each })).text).not.toContain(canary)
    },
  )
})

/**
 * Names that no endpoint about the caller may declare: declaring one would be the same hole. Endpoints about others
 * may.
 */
const isNeverDeclared = ({ access }: Endpoint, name: string) =>
  access.kind !== 'permitted' &&
  /^(company|role|everything|platform|passwordHash|password_hash|permission|menu|element)/.test(name)

describe('a body with undeclared fields', () => {
  it.each(byTitle.filter(([, { method, wire }]) => method !== 'GET' && wire !== 'multipart'))(
    'does not write them through %s',
    async (_, endpoint) => {
      const { app, validSampleFor, send, companies } = stage
      const sample = validSampleFor(endpoint)
      const session = await app.sql('select company_id from sessions where access_hash = sha256($1)', [
        Buffer.from(sample.token ?? ''),
      ])
      const role = crypto.randomUUID()
      const home = session[0]?.company_id ?? companies.B
      await app.sql(`insert into roles (company_id, id, code, name, everything) values ($1, $2, $3, '禁', true)`, [
        home,
        role,
        `smuggled${role}`,
      ])
      const [company, id] = [companies.A, crypto.randomUUID()]
      const smuggled: Json = {
        id,
        companyId: company,
        company_id: company,
        company,
        roleIds: [role],
        roles: [role],
        userId: id,
        status: 7777,
        version: 7777,
        createTime: '2001-02-03T04:05:06.000Z',
        created_at: '2001-02-03T04:05:06.000Z',
        everything: true,
        platform: true,
        builtin: true,
        passwordHash: 'smuggled',
        password_hash: 'smuggled',
        uses: 7777,
        state: 'smuggled',
        permissions: ['*'],
        menus: [role],
        elements: ['sysBases:add'],
      }
      const declared = new Set(listParameters(endpoint).flatMap(({ part, path }) => (part === 'body' ? path : [])))
      const extra = Object.fromEntries(
        Object.entries(smuggled).filter(([name]) => !declared.has(name) || isNeverDeclared(endpoint, name)),
      )
      const mark = await writes.mark()
      const answer = await send(endpoint, { ...sample, body: { ...sample.body, ...extra } })
      const written = (await writes.since(mark)).flatMap(({ op, table, row }) =>
        op === 'DELETE' ? [] : `${table} ${row}`,
      )
      await app.sql('delete from roles where id = $1', [role])
      expect(answer.status).toBeLessThan(500)
      const traces = [role, company, id, '2001-02-03', 'smuggled']
      const smuggledLiteral = /": 7777[,}]|"(everything|platform|builtin)": true/
      const smuggledRows = written.filter(
        (row) => smuggledLiteral.test(row) || traces.some((trace) => row.includes(trace)),
      )
      expect(smuggledRows).toEqual([])
    },
  )
})

describe('a list', () => {
  const hostileSorts = [
    '-createTime;select pg_sleep(3)',
    'password_hash',
    '(select 1)',
    'company_id',
    'id,(select pg_sleep(3))',
  ]
  const hasQueryParameter = (endpoint: Endpoint, name: string) =>
    listParameters(endpoint).some(({ part, path }) => part === 'query' && path.at(-1) === name)
  it.each(byTitle.filter(([, endpoint]) => hasQueryParameter(endpoint, 'sort')))(
    'of %s sorts by its columns only',
    async (_, endpoint) => {
      const { validSampleFor, send } = stage
      const answers = await Promise.all(
        hostileSorts.map(async (sort) => {
          const sample = validSampleFor(endpoint)
          const { code, errors, ms } = await send(endpoint, { ...sample, query: { ...sample.query, sort } })
          return { sort, code, fields: errors.map(({ field }) => field), slow: ms > 2500 }
        }),
      )
      expect(answers).toEqual(hostileSorts.map((sort) => ({ sort, code: 400, fields: ['sort'], slow: false })))
    },
  )
  // Trees are returned complete and have an order of their own.
  it.each(byTitle.filter(([, endpoint]) => hasQueryParameter(endpoint, 'page')))(
    'of %s declares its sorting',
    (_, endpoint) => {
      expect(hasQueryParameter(endpoint, 'sort')).toBe(true)
    },
  )
})
