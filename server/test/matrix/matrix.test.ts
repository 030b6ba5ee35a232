import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectOnly, titleOf } from '../architecture/expect-only.ts'
import { outsideTheCatalogue, spelt } from '../architecture/served-routes.ts'
import { type Json, parametersOf } from '../hostile/parameters.ts'
import { isThorough } from '../thorough.ts'
import { type Arranged, arrange } from './arranged.ts'
import { type Caller, callers } from './callers.ts'
import { expectedOf } from './expected.ts'
import { isReadOnly, watchingGrants } from './held-rights.ts'
import { canary, type PlantedId } from './planted-rows.ts'
import type { Answer } from './sender.ts'
import { isId, withId } from './with-id.ts'

vi.setConfig({ testTimeout: 60_000 })

let stage: Arranged
beforeAll(async () => {
  stage = await arrange()
})
const kept = new Map<Caller, Promise<string | undefined>>()
/** A token for one call: a fresh one where the call may end sessions, the same one for reads that follow each other. */
const tokenFor = (endpoint: Endpoint, caller: Caller) => {
  if (!isReadOnly(endpoint)) kept.clear()
  const token = kept.get(caller) ?? stage.tokenOf(caller)
  if (isReadOnly(endpoint)) kept.set(caller, token)
  return token
}
/** Planted rows of a company: one id for all tables, and in the thorough run one for each as well. */
const plantIn = async (companyId: string): Promise<PlantedId[]> => [
  await stage.planter.plantUnderOneId(companyId),
  ...(isThorough ? await stage.planter.plant(companyId) : []),
]

const byTitle = endpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const)
const doorCodes = [100, 101, 401, 403, 423]
/** Refusals of the feature itself that happen to carry a door's code. */
const itsOwn: Readonly<Record<string, number>> = {
  // A refresh token that we never issued is the service's own refusal.
  'sysConsole.refresh': 101,
  'frontSignIn.refreshToken': 101,
}
const unsound = (endpoint: Endpoint) =>
  `${titleOf(endpoint)} has no sound sample: give it one in server/test/hostile/samples.ts`

/** What is wrong with one cell, in a sentence; undefined when it is as declared. */
const faultOf = (endpoint: Endpoint, caller: Caller, { status, code, text }: Answer): string | undefined => {
  const cell = `${titleOf(endpoint)} × ${caller.title}`
  const expected = expectedOf(endpoint, caller)
  if (expected !== 'past') {
    const asDeclared = status === expected.status && code === expected.code
    return asDeclared ? undefined : `${cell}: declared ${expected.status}/${expected.code}, got ${status}/${code}`
  }
  if (status >= 500 || code < 0 || code === 500) return `${cell}: ${status} ${text.slice(0, 200)}`
  if (code === 400 || code === 415) return `${unsound(endpoint)} (${text.slice(0, 200)})`
  const turnedAway = doorCodes.includes(code) && itsOwn[titleOf(endpoint)] !== code
  return turnedAway ? `${cell}: declared open, turned away with ${status}/${code}` : undefined
}
const namesAnId = (endpoint: Endpoint) => endpoint.access.kind !== 'public' && parametersOf(endpoint).some(isId)

describe('the callers', () => {
  it.each(callers.filter(({ standing }) => standing === 'alive').map((caller) => [caller.title, caller] as const))(
    '%s holds what the table says',
    async (_, caller) => {
      const { app, tokenOf } = stage
      const { data = {} } = await app.call(sessionContract.elements, {}, await tokenOf(caller))
      const held = Object.entries(data).flatMap(([module, operations]) => operations.map((each) => `${module}:${each}`))
      const table = caller.holds === 'everything' ? new Set(held) : new Set<string>(caller.holds)
      expect(new Set(held), 'correct the table in server/test/matrix/callers.ts, or the role').toEqual(table)
    },
  )
})

describe('every route that is served', () => {
  it('is declared in the catalogue, and so has a row here', () => {
    const strangers = stage.routes().filter(({ endpoint }) => endpoint === undefined || !endpoints.includes(endpoint))
    const { 'GET /console/assets/*': _, ...withoutWeb } = outsideTheCatalogue
    expectOnly(strangers.map(spelt), withoutWeb)
  })
})

describe('every kind of caller', () => {
  it.each(byTitle)('is answered by %s as declared, and given nothing above his ceiling', async (_, endpoint) => {
    const { app, soundOf, whoIs, send } = stage
    const faults: string[] = []
    const ask = async (caller: Caller) => {
      const { token: _own, ...sound } = soundOf(endpoint)
      const token = await tokenFor(endpoint, caller)
      const answer = await send(endpoint, { ...sound, ...(token !== undefined && { token }) })
      const fault = faultOf(endpoint, caller, answer)
      if (fault) faults.push(fault)
    }
    const comesIn = (caller: Caller) => caller.standing === 'alive' && expectedOf(endpoint, caller) === 'past'
    await Promise.all(callers.filter((caller) => !comesIn(caller)).map(ask))
    // One after the other: what was given is laid to the one who called.
    for (const caller of callers.filter(comesIn)) {
      const { above } = await watchingGrants(app, endpoint, whoIs(caller), () => ask(caller))
      faults.push(...above.map((each) => `${titleOf(endpoint)} × ${caller.title}: ${each}`))
    }
    expect(faults).toEqual([])
  })

  /** The planted rows of each company, until a call may have used them up. */
  const planted = new Map<string, PlantedId[]>()
  const rowsOf = async (companyId: string) => {
    const rows = planted.get(companyId) ?? (await plantIn(companyId))
    planted.set(companyId, rows)
    return rows
  }
  it.each(byTitle.filter(([, endpoint]) => namesAnId(endpoint)))(
    'gives nothing above his ceiling by %s on rows of his own company',
    async (_, endpoint) => {
      const { app, soundOf, whoIs, send } = stage
      const faults: string[] = []
      const able = callers.filter(
        (caller) =>
          caller.standing === 'alive' && caller.holds !== 'everything' && expectedOf(endpoint, caller) === 'past',
      )
      for (const caller of able) {
        for (const { id } of await rowsOf(whoIs(caller).companyId))
          for (const sample of withId(endpoint, soundOf(endpoint), id)) {
            const token = (await tokenFor(endpoint, caller)) ?? ''
            const { answer, above } = await watchingGrants(app, endpoint, whoIs(caller), () =>
              send(endpoint, { ...sample, token }),
            )
            if (answer.code === 0 && endpoint.method !== 'GET') planted.clear()
            if (answer.status >= 500) faults.push(`${caller.title}: ${answer.status} ${answer.text.slice(0, 200)}`)
            faults.push(...above.map((each) => `${caller.title}: ${each}`))
          }
      }
      expect(faults).toEqual([])
    },
  )
})

// The stranger is of another company and holds every operation there is: what stops him is not a missing right.
describe('another company’s rows', () => {
  let theirs: PlantedId[]
  beforeAll(async () => {
    theirs = await plantIn(stage.companies.A)
  })
  // What confirms a call is made of the call, and so of the id.
  const blank = (answer: Answer, id: string) =>
    `${answer.status} ${answer.text.replaceAll(id, '').replace(/"confirmToken":"[^"]*"/, '')}`

  const image = async (endpoint: Endpoint) => (isReadOnly(endpoint) ? [] : await stage.planter.image(stage.companies.A))
  /** Where an endpoint tells such a row from one that never was, or changes it. In: as whom, where not as its sample says. */
  const toldApart = async (endpoint: Endpoint, caller?: Caller) => {
    const { soundOf, send } = stage
    const faults: string[] = []
    const before = await image(endpoint)
    for (const { table, id } of theirs) {
      const as = caller && { token: (await tokenFor(endpoint, caller)) ?? '' }
      const sample = { ...soundOf(endpoint), ...as }
      const random = crypto.randomUUID()
      const asRandom = withId(endpoint, sample, random)
      for (const [at, asTheirs] of withId(endpoint, sample, id).entries()) {
        const [found, none] = [await send(endpoint, asTheirs), await send(endpoint, asRandom[at] ?? sample)]
        if (blank(found, id) !== blank(none, random))
          faults.push(
            `an id of ${table}: ${blank(found, id).slice(0, 200)} — a random one: ${blank(none, random).slice(0, 200)}`,
          )
      }
    }
    expect(await image(endpoint)).toEqual(before)
    return faults
  }
  it.each(byTitle.filter(([, endpoint]) => namesAnId(endpoint)))(
    'are to %s exactly as if they did not exist, and stay as they are',
    async (_, endpoint) => {
      expect(await toldApart(endpoint)).toEqual([])
    },
  )
  const guests = callers.filter(({ visits }) => visits === 'manage')
  it.each(
    byTitle.filter(
      ([, endpoint]) => namesAnId(endpoint) && guests.some((guest) => expectedOf(endpoint, guest) === 'past'),
    ),
  )('are so too to %s of a guest in a third company', async (_, endpoint) => {
    for (const guest of guests) expect(await toldApart(endpoint, guest)).toEqual([])
  })
  it.each(byTitle.filter(([, { access }]) => access.kind !== 'temporary'))(
    'never show in an answer of %s',
    async (_, endpoint) => {
      const { soundOf, send } = stage
      const sample = soundOf(endpoint)
      const page = endpoint.wire === 'list' ? { query: { ...sample.query, size: 100 } } : {}
      const found = endpoint.wire === 'list' ? { query: { ...sample.query, size: 100, search: canary } } : {}
      for (const each of [page, found])
        expect((await send(endpoint, { ...sample, ...each })).text).not.toContain(canary)
    },
  )
})

/** What no form about oneself may name: declaring it there would be the same hole. Who decides over others may be given it. */
const isForeignTo = ({ access }: Endpoint, name: string) =>
  access.kind !== 'permitted' &&
  /^(company|role|everything|platform|passwordHash|password_hash|permission|menu|element)/.test(name)

describe('a body that says more than its form', () => {
  it.each(byTitle.filter(([, { method, wire }]) => method !== 'GET' && wire !== 'multipart'))(
    'changes nothing of that through %s',
    async (_, endpoint) => {
      const { app, soundOf, send, planter, companies } = stage
      const sample = soundOf(endpoint)
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
        ...{ id, companyId: company, company_id: company, company, roleIds: [role], roles: [role], userId: id },
        ...{
          status: 7777,
          version: 7777,
          createTime: '2001-02-03T04:05:06.000Z',
          created_at: '2001-02-03T04:05:06.000Z',
        },
        ...{ everything: true, platform: true, builtin: true, passwordHash: 'smuggled', password_hash: 'smuggled' },
        ...{
          uses: 7777,
          state: 'smuggled',
          permissions: ['*'],
          menus: [role],
          elements: ['sysBases:add'],
        },
      }
      const declared = new Set(parametersOf(endpoint).flatMap(({ part, path }) => (part === 'body' ? path : [])))
      const extra = Object.fromEntries(
        Object.entries(smuggled).filter(([name]) => !declared.has(name) || isForeignTo(endpoint, name)),
      )
      const mark = await planter.mark()
      const answer = await send(endpoint, { ...sample, body: { ...sample.body, ...extra } })
      expect(answer.status).toBeLessThan(500)
      const written = await planter.writtenSince(mark)
      const traces = [role, company, id, '2001-02-03', 'smuggled']
      const bare = /": 7777[,}]|"(everything|platform|builtin)": true/
      const named = written.filter((row) => bare.test(row) || traces.some((trace) => row.includes(trace)))
      expect(named).toEqual([])
      await app.sql('delete from roles where id = $1', [role])
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
  const asks = (endpoint: Endpoint, name: string) =>
    parametersOf(endpoint).some(({ part, path }) => part === 'query' && path.at(-1) === name)
  it.each(byTitle.filter(([, endpoint]) => asks(endpoint, 'sort')))(
    'of %s is sorted by its columns alone',
    async (_, endpoint) => {
      const { soundOf, send } = stage
      const answers = await Promise.all(
        hostileSorts.map(async (sort) => {
          const sample = soundOf(endpoint)
          const { code, errors, ms } = await send(endpoint, { ...sample, query: { ...sample.query, sort } })
          return { sort, code, fields: errors.map(({ field }) => field), slow: ms > 2500 }
        }),
      )
      expect(answers).toEqual(hostileSorts.map((sort) => ({ sort, code: 400, fields: ['sort'], slow: false })))
    },
  )
  // What comes whole, as a tree, has an order of its own.
  it.each(byTitle.filter(([, endpoint]) => asks(endpoint, 'page')))(
    'of %s declares how it may be sorted',
    (_, endpoint) => {
      expect(asks(endpoint, 'sort')).toBe(true)
    },
  )
})
