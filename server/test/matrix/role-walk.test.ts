import { dataScopes } from '@atrium/contract/features/roles/data-rules.ts'
import { scopesOfNew } from '@atrium/contract/features/roles/roles.contract.ts'
import { expect, it } from 'vitest'
import { makeCompanyAdmin } from '../../src/features/access/index.ts'
import { createSettings } from '../../src/features/base-parameters/index.ts'
import { createMessages } from '../../src/features/messages/index.ts'
import { createOrganizationMembers } from '../../src/features/organizations/organization-members.service.ts'
import { createOrganizationRoles } from '../../src/features/organizations/organization-roles.service.ts'
import { createOrganizations } from '../../src/features/organizations/organizations.service.ts'
import { createRoleGrants } from '../../src/features/roles/role-grants.service.ts'
import { createRoleMembers } from '../../src/features/roles/role-members.service.ts'
import { createRoles } from '../../src/features/roles/roles.service.ts'
import { createSessionService } from '../../src/features/session/session.service.ts'
import { createUserRoles } from '../../src/features/users/user-roles.service.ts'
import { createSwitching } from '../../src/features/visits/switching.service.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { type Actor, AppError, type RequestScope } from '../../src/kernel/scope.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { type SeededRandom, seededRandom } from '../../src/kernel/seeded-random.ts'
import { buildTenant, buildUser, platformCompanyOf } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { isThorough } from '../thorough.ts'

/** Companies whose administrators walk side by side, and how many steps each takes. */
const walkers = isThorough ? 4 : 2
const steps = isThorough ? 2500 : 400
const checkEvery = 100
/** Every so many steps one is taken by a guest. */
const guestEvery = 20
/** And one by somebody who sees the people of one organisation alone. */
const narrowAt = 7
/** What no administrator of a company holds. */
const beyond = ['sysBases:edit', 'sysMenus:delete', 'sysElems:apis']
/** What a guest brings from home: some of what an administrator holds, and some that none does. */
const broughtAlong = ['sysRoles:list', 'sysRoles:grants', 'sysUsers:list', 'sysUsers:roles', ...beyond]

/** What whoever sees the rows of a whole company may let others see. */
const wideScopes = dataScopes.slice(dataScopes.indexOf('company')).map((scope) => `scope ${scope}`)

type Held = Map<string, Set<string>>
/**
 * Who holds what in a company: every person and every role, with what is inherited and what locks keep back, each element
 * and each data scope a line.
 */
const heldIn = async (app: TestApp, companyId: string): Promise<Held> => {
  const rows = await app.sql(
    `with line as (select * from role_lines($1, array(select id from roles where company_id = $1), true)),
     held as (
       select line.role_id, element as held from line join role_elements own on own.role_id = giver_id and own.company_id = $1
       union select line.role_id, 'menu ' || menu_id from line join role_menus own on own.role_id = giver_id and own.company_id = $1
       union select id, 'scope ' || data_scope from roles where company_id = $1)
     select 'role ' || role_id as who, held from held
     union all select 'user ' || user_id, held from worn_roles join held using (role_id) where company_id = $1`,
    [companyId],
  )
  const held: Held = new Map()
  for (const { who, held: each } of rows) {
    const known = held.get(String(who)) ?? new Set()
    held.set(String(who), known.add(String(each)))
  }
  return held
}
/** Who wears which role for which organisation. */
const anchorsIn = async (app: TestApp, companyId: string) => {
  const rows = await app.sql(
    `select user_id || ' ' || role_id as worn, path from user_roles
     join orgs on orgs.company_id = user_roles.company_id and orgs.id = anchor_id where user_roles.company_id = $1`,
    [companyId],
  )
  return new Map(rows.map(({ worn, path }) => [String(worn), String(path)]))
}
const imageOf = (app: TestApp, companyId: string) =>
  Promise.all(
    [
      'roles',
      'role_elements',
      'role_menus',
      'role_assignable',
      'user_roles',
      'users',
      'orgs',
      'org_roles',
      'user_orgs',
    ].map((table) =>
      app.sql(`select to_jsonb(${table})::text as row from ${table} where company_id = $1 order by 1`, [companyId]),
    ),
  )

/** A company with its administrator, people, and roles: weak ones, and stronger ones than his, worn and unworn, locked and not. */
const arrange = async (app: TestApp, name: string) => {
  const companyId = await buildTenant(app, name)
  const admin = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => makeCompanyAdmin(db, companyId, admin.id))
  const weak: string[] = []
  for (let at = 0; at < 6; at += 1) weak.push((await buildUser(app, { companyId, permissions: ['sysUsers:list'] })).id)
  await app.sql(`update roles set data_scope = 'company' where company_id = $1`, [companyId])
  const people = [...weak]
  for (const element of beyond) people.push((await buildUser(app, { companyId, permissions: [element] })).id)
  await app.sql(
    `insert into roles (company_id, id, code, name, type, status, data_scope, parent_id)
     select $1, gen_random_uuid(), 'strong-' || at, '强' || at, case when at = 1 then 'template' else 'custom' end,
            case when at = 2 then 0 else 1 end, case when at = 3 then 'all' else 'self' end,
            case when at = 4 then (select id from roles where company_id = $1 and name like '测试角色%' order by id desc limit 1) end
     from generate_series(0, 4) as at`,
    [companyId],
  )
  await app.sql(
    `insert into role_elements select $1, id, unnest($2::text[]) from roles where company_id = $1 and code in ('strong-0', 'strong-1', 'strong-2')`,
    [companyId, beyond],
  )
  // Organisations side by side; the last wears what the administrator does not hold, as one of those above does.
  await app.sql(
    `with made as (
       insert into orgs (company_id, id, name, path) select $1, id, '组' || at, '/' || id || '/'
       from (select gen_random_uuid() as id, at from generate_series(0, 3) as at) as new returning id, name)
     insert into org_roles select $1, made.id, roles.id, '{}' from made, roles
     where made.name = '组3' and roles.company_id = $1 and roles.code = 'strong-0'`,
    [companyId],
  )
  const permissions = [...broughtAlong, 'sysCompanys:switch']
  const menus = ['sys', 'sys.roles', 'sys.bases']
  const visitor = await buildUser(app, { companyId: await platformCompanyOf(app), permissions, menus })
  return { companyId, admin, weak, people, visitor }
}
type Walker = Awaited<ReturnType<typeof arrange>>

/** The services as the product puts them together: their rules are walked into, not the wire, which other tests look at. */
/** What is shown first is not what is tried here. */
const atOnce = (_scope: unknown, _people: unknown, change: () => Promise<void>) => change()
const servicesOf = ({ database }: TestApp) => {
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const settings = createSettings(database, secrets)
  const sessions = createSessionService({ database, secrets, settings, announcements: noAnnouncements })
  const messages = createMessages({ database, limits: createLimits(database), secrets, settings, outboxFolder: '' })
  return {
    sessions,
    switching: createSwitching(sessions, messages),
    roles: createRoles({ sessions, database }),
    grants: createRoleGrants(sessions),
    members: createRoleMembers(sessions),
    ofUser: createUserRoles(sessions, atOnce),
    tree: createOrganizations({ sessions, database, visitedOrgs: async () => ({ data: [], total: 0 }) }),
    ofTree: createOrganizationMembers(sessions, atOnce),
    byTree: createOrganizationRoles(sessions),
  }
}
type Services = ReturnType<typeof servicesOf>
const nothing = () => undefined
const origin = {
  ...{ ip: '', agent: '', traceId: '', host: '', token: '', client: 'open', expectCompany: '', timeZone: 'UTC' },
  ...{ cookies: {}, dryRun: false, confirm: '' },
}
const empty = { origin, note: nothing, confirm: nothing, setCookie: nothing, afterCommit: nothing }

/** Somebody of the platform who comes and goes: into the company, into others that are there or not, by both ways, and back. */
const createGuest = async (
  app: TestApp,
  { sessions, switching }: Services,
  { companyId, visitor }: Walker,
  random: SeededRandom,
) => {
  const opening = { device: { id: '', name: '' }, client: 'open', method: 'password', binding: null, provedAt: null }
  const { database } = app
  const principal = { companyId: visitor.companyId, userId: visitor.id }
  const { token } = await database.transact({ reach: 'platform' }, (db) =>
    sessions.open(db, { ...principal, principal, policy: null }, opening, origin),
  )
  const actorOf = async (of: string): Promise<Actor> => {
    const found = await sessions.authenticate({ ...origin, token: of })
    if (found.kind !== 'session') throw new Error(`the visitor is ${found.kind}`)
    return found.actor
  }
  let now = await actorOf(token)
  const asHim = <T>(work: (scope: RequestScope) => Promise<T>) =>
    database.transact({ reach: 'platform' }, (db) => work({ ...empty, actor: now, db }))
  /** What an administrator of the company could hold too. */
  const inside = new Set(broughtAlong.filter((each) => !beyond.includes(each)))

  return {
    /** Him in the company, to change something in it. */
    async arrive(): Promise<Actor> {
      if (now.acting && random.below(4) === 0) {
        await asHim((scope) => switching.quit(scope))
        now = await actorOf(token)
      }
      if (!now.acting || random.below(3) === 0) {
        const wish = { orgId: null, mode: random.pick(['view', 'manage'] as const), reason: '走', minutes: 30 }
        const nowhere = random.pick([crypto.randomUUID(), visitor.companyId])
        await expect(asHim((scope) => switching.switchTo(scope, nowhere, wish))).rejects.toMatchObject({
          spec: { code: 404 },
        })
        now = await actorOf((await asHim((scope) => switching.switchTo(scope, companyId, wish))).token)
      }
      expect([now.companyId, now.platform, new Set(now.permissions)]).toEqual([companyId, false, inside])
      return now
    },
    /** What he has in both companies. */
    holds: (): Set<string> =>
      new Set([...inside, ...(now.acting?.menus ?? []).map((id) => `menu ${id}`), ...wideScopes]),
  }
}

const walk = async (app: TestApp, services: Services, walker: Walker, foreign: Walker, seed: number) => {
  const random = seededRandom(seed)
  const { roles, grants, members, ofUser, tree, ofTree, byTree } = services
  const { companyId, admin, weak, people } = walker
  const actor = {
    ...{
      userId: admin.id,
      companyId,
      companyName: '',
      name: '管理员',
      account: admin.account,
      platform: false,
      sessionId: '',
      aesKey: '',
    },
    permissions: new Set<string>(),
    rows: 'all' as const,
    readOnly: false,
    decide: () => ({ allowed: true, trace: [] }),
  }
  const everyElement = (await app.sql('select id from elements order by code')).map(({ id }) => String(id))
  const everyMenu = (await app.sql('select id from menus order by code')).map(({ id }) => String(id))
  const theirs = (await app.sql('select id from roles where company_id = $1', [foreign.companyId])).map(({ id }) =>
    String(id),
  )
  const [theirOrg] = await app.sql('select id from orgs where company_id = $1 limit 1', [foreign.companyId])
  const theirPlace = String(theirOrg?.id)
  const start = await heldIn(app, companyId)
  const ceiling = start.get(`user ${admin.id}`) ?? new Set()
  const allowed = new Set([...ceiling, ...wideScopes])
  const codes = new Map<number, number>()
  /** What the guest met. */
  const met = new Set<number>()
  /** What somebody met who sees one organisation alone. */
  const narrowed = new Set<number>()
  const guest = await createGuest(app, services, walker, random)

  const attempt = async (by: Actor, work: (scope: RequestScope) => Promise<unknown>) => {
    const code = await app.database
      .transact({ reach: 'company', companyId }, (db) => work({ ...empty, actor: by, db }))
      .then(
        () => 0,
        (error: unknown) => {
          if (error instanceof AppError) return error.spec.code
          throw error
        },
      )
    codes.set(code, (codes.get(code) ?? 0) + 1)
    return code
  }
  const step = async (at: number) => {
    const known = await app.sql('select id, version from roles where company_id = $1 order by code', [companyId])
    const role = random.pick(known)
    const id = random.below(25) === 0 ? random.pick(theirs) : String(role.id)
    const version = Number(role.version)
    const orgs = await app.sql('select id, path, version from orgs where company_id = $1 order by path', [companyId])
    const org = random.pick(orgs)
    const place = String(org.id)
    const other = random.below(25) === 0 ? random.pick(theirs) : String(random.pick(known).id)
    const crowd = random.below(4) === 0 ? people : weak
    const user = random.below(25) === 0 ? random.pick(foreign.people) : random.pick([...crowd, ...crowd, admin.id])
    const few = <T>(list: readonly T[]) => random.some(list, random.pick([8, 20, list.length]))
    const rest = { code: `walk-${seed}-${at}`, sort: 0, desc: '', dataScope: random.pick(scopesOfNew) }
    const type = random.pick(['custom', 'custom', 'template'] as const)
    const own = { ...rest, name: `走${seed}-${at}`, type, parent: random.pick([other, other, null]) }
    const assign = async (scope: RequestScope) => {
      const [found] = await app.sql('select version from users where id = $1', [user])
      const orgId = random.pick([null, place, theirPlace])
      const wanted = [{ roleId: id, orgId, startTime: null, expireTime: null, reason: '' }]
      const mode = random.pick(['add', 'remove', 'replace'] as const)
      return ofUser.assign(scope, user, { roles: wanted, mode, version: Number(found?.version) })
    }
    const actions: ((scope: RequestScope) => Promise<unknown>)[] = [
      (scope) => roles.create(scope, own),
      (scope) => roles.copy(scope, id, own),
      (scope) => roles.update(scope, id, { ...own, version }),
      (scope) => grants.updateElements(scope, id, { ids: few(everyElement), version }),
      (scope) => grants.updateMenus(scope, id, { ids: few(everyMenu), version }),
      (scope) => {
        const assignable = random.pick([[], [other]])
        const narrow = { dataScope: random.pick(dataScopes), dataOrgIds: [], rules: [], assignable, home: null }
        return grants.update(scope, id, { ...narrow, menus: [], elems: few(everyElement), version })
      },
      (scope) => roles.lock(scope, id),
      (scope) => roles.unlock(scope, id),
      (scope) => roles.remove(scope, id),
      (scope) => members.change(scope, id, { add: [user], remove: random.some(crowd, 6) }),
      (scope) => members.change(scope, id, { add: random.some(crowd, 3), remove: [] }),
      assign,
    ]
    actions.push(
      (scope) => byTree.replace(scope, place, { roleIds: random.some([id, other], 1), version: Number(org.version) }),
      (scope) => byTree.replace(scope, place, { roleIds: random.pick([[], [other]]), version: Number(org.version) }),
      (scope) => ofTree.change(scope, place, { add: [user], remove: [] }),
      (scope) => ofTree.change(scope, place, { add: random.some(crowd, 2), remove: random.some(crowd, 2) }),
    )
    const shapes = [
      (scope: RequestScope) => tree.merge(scope, place, String(random.pick(orgs).id)),
      (scope: RequestScope) =>
        tree.split(scope, place, { name: `拆${seed}-${at}`, organizations: [], users: random.some(crowd, 1) }),
    ]
    if (random.below(10) === 0) actions.push(...shapes.slice(orgs.length > 3 ? 0 : 1, orgs.length > 6 ? 1 : 2))
    // Few roles, so that they meet: what would be the thirtieth is deleted or changed instead.
    const action = random.pick(known.length > 30 ? actions.slice(2) : actions)
    if (at % guestEvery === narrowAt) {
      const path = String(random.pick(orgs).path)
      const was = await anchorsIn(app, companyId)
      narrowed.add(
        await attempt({ ...actor, rows: [{ wide: false, orgIds: [], orgPaths: [path], rules: [] }] }, assign),
      )
      const given = [...(await anchorsIn(app, companyId))].filter(([worn, to]) => was.get(worn) !== to)
      expect(given.filter(([, to]) => !to.startsWith(path))).toEqual([])
      return
    }
    if (at % guestEvery > 0) return void (await attempt(actor, action))
    const by = await guest.arrive()
    // The door lets nobody change anything who came to look.
    if (by.readOnly) return
    const before = await heldIn(app, companyId)
    met.add(await attempt(by, action))
    const both = guest.holds()
    const given = [...(await heldIn(app, companyId))].flatMap(([who, held]) =>
      [...held]
        .filter((each) => !both.has(each) && !before.get(who)?.has(each))
        .map((each) => `${who} now holds ${each}`),
    )
    expect(given).toEqual([])
  }
  const above = async () => {
    const now = await heldIn(app, companyId)
    return [...now].flatMap(([who, held]) =>
      [...held]
        .filter((each) => !allowed.has(each) && !start.get(who)?.has(each))
        .map((each) => `${who} now holds ${each}`),
    )
  }
  for (let at = 0; at < steps; at += 1) {
    await step(at)
    if (at % checkEvery === 0) expect(await above()).toEqual([])
  }
  expect(await above()).toEqual([])
  if (isThorough) {
    expect([...met]).toEqual(expect.arrayContaining([0, 2005]))
    expect([...narrowed]).toEqual(expect.arrayContaining([0, 404, 2005]))
  }
  return codes
}

it(`${walkers * steps} steps of company administrators never give anybody more than they hold, here or elsewhere`, {
  timeout: 240_000,
}, async () => {
  const app = await createTestApp()
  const stages: Walker[] = []
  for (let at = 0; at < walkers; at += 1) stages.push(await arrange(app, `走${at}`))
  const bystander = await arrange(app, '旁观')
  const before = await imageOf(app, bystander.companyId)
  const services = servicesOf(app)
  const codes = await Promise.all(stages.map((stage, at) => walk(app, services, stage, bystander, at + 1)))
  expect(await imageOf(app, bystander.companyId)).toEqual(before)
  // The walks really went everywhere: changes were made, and every kind of limit was met; a short walk meets the usual ones.
  for (const met of codes) expect(met.get(0)).toBeGreaterThan(steps / 10)
  const usual = [0, 404, 2005, 2007, 2061]
  const seldom = [2004, 2006, 2008, 2022, 2053, 2054, 2055, 2056]
  expect([...new Set(codes.flatMap((met) => [...met.keys()]))]).toEqual(
    expect.arrayContaining(isThorough ? [...usual, ...seldom] : usual),
  )
})
