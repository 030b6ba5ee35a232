import { dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { scopesOfNewRoles } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { expect, it } from 'vitest'
import { createApprovals } from '../../src/features/communication/approvals/approvals.ts'
import { createMessages } from '../../src/features/communication/messages/index.ts'
import { createRoleGrants } from '../../src/features/governance/roles/role-grants.service.ts'
import { createRoleMembers } from '../../src/features/governance/roles/role-members.service.ts'
import { createRoles } from '../../src/features/governance/roles/roles.service.ts'
import { createSwitching } from '../../src/features/governance/visits/switching.service.ts'
import { createSessionService } from '../../src/features/identity/session/session.service.ts'
import { createOrganizationMembers } from '../../src/features/people/organizations/organization-members.service.ts'
import { createOrganizationRoles } from '../../src/features/people/organizations/organization-roles.service.ts'
import { createOrganizations } from '../../src/features/people/organizations/organizations.service.ts'
import { createUserRoles } from '../../src/features/people/users/roles/user-roles.service.ts'
import { createSettings } from '../../src/features/system/base-parameters/index.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { createModuleHooks } from '../../src/kernel/module-hooks.ts'
import { type Actor, AppError, type RequestScope } from '../../src/kernel/scope.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { type SeededRandom, seededRandom } from '../../src/kernel/seeded-random.ts'
import { createSheetExporter } from '../../src/kernel/sheets/export-sheet.ts'
import { assignCompanyAdmin, authorization, rightsPorts } from '../authorization.ts'
import { buildTenant, buildUser, readPlatformCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { isThorough } from '../thorough.ts'

/** Companies whose administrators walk in parallel, and the steps of each. */
const walkerCount = isThorough ? 4 : 2
const stepsPerWalker = isThorough ? 2500 : 400
const checkInterval = 100
/** One step out of this many is a guest's. */
const guestInterval = 20
/** The step, within that interval, of a caller who reaches one organisation only. */
const narrowStep = 7
/** Permissions that no company administrator holds. */
const ungrantable = ['sysBases:edit', 'sysMenus:delete', 'sysElems:apis']
/** A guest's permissions at home: some that administrators hold, some that none holds. */
const visitorPermissions = ['sysRoles:list', 'sysRoles:grants', 'sysUsers:list', 'sysUsers:roles', ...ungrantable]

/** Row scopes that a caller with company-wide reach may grant. */
const grantableScopes = dataScopes.slice(dataScopes.indexOf('company')).map((scope) => `scope ${scope}`)

type Holdings = Map<string, Set<string>>
/**
 * Rights of every user and role of a company, including inherited and locked ones; each element, menu and row scope is
 * one entry.
 */
const readHoldings = async (app: TestApp, companyId: string): Promise<Holdings> => {
  const rows = await app.sql(
    `with line as (select * from role_ancestors($1, array(select id from roles where company_id = $1), true)),
     held as (
       select line.role_id, element as held from line join role_elements own on own.role_id = ancestor_id and own.company_id = $1
       union select line.role_id, 'menu ' || menu_id from line join role_menus own on own.role_id = ancestor_id and own.company_id = $1
       union select id, 'scope ' || data_scope from roles where company_id = $1)
     select 'role ' || role_id as who, held from held
     union all select 'user ' || user_id, held from role_assignments join held using (role_id) where company_id = $1`,
    [companyId],
  )
  const held: Holdings = new Map()
  for (const { who, held: each } of rows) {
    const known = held.get(String(who)) ?? new Set()
    held.set(String(who), known.add(String(each)))
  }
  return held
}
/** Paths of the organisation scopes of role assignments. */
const readScopeOrgs = async (app: TestApp, companyId: string) => {
  const rows = await app.sql(
    `select user_id || ' ' || role_id as assignment, path from user_roles
     join orgs on orgs.company_id = user_roles.company_id and orgs.id = scope_org_id where user_roles.company_id = $1`,
    [companyId],
  )
  return new Map(rows.map(({ assignment, path }) => [String(assignment), String(path)]))
}
const takeSnapshot = (app: TestApp, companyId: string) =>
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

/** A company with its administrator, users, and weaker and stronger roles, assigned or not, locked or not. */
const createWalkStage = async (app: TestApp, name: string) => {
  const companyId = await buildTenant(app, name)
  const admin = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const weak: string[] = []
  for (let at = 0; at < 6; at += 1) weak.push((await buildUser(app, { companyId, permissions: ['sysUsers:list'] })).id)
  await app.sql(`update roles set data_scope = 'company' where company_id = $1`, [companyId])
  const people = [...weak]
  for (const element of ungrantable) people.push((await buildUser(app, { companyId, permissions: [element] })).id)
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
    [companyId, ungrantable],
  )
  // Sibling organisations; the last one has a role beyond the administrator's rights.
  await app.sql(
    `with made as (
       insert into orgs (company_id, id, name, path) select $1, id, '组' || at, '/' || id || '/'
       from (select gen_random_uuid() as id, at from generate_series(0, 3) as at) as new returning id, name)
     insert into org_roles select $1, made.id, roles.id, '{}' from made, roles
     where made.name = '组3' and roles.company_id = $1 and roles.code = 'strong-0'`,
    [companyId],
  )
  const permissions = [...visitorPermissions, 'sysCompanys:switch']
  const menus = ['access', 'sys.roles', 'settings', 'sys.bases']
  const visitor = await buildUser(app, { companyId: await readPlatformCompany(app), permissions, menus })
  return { companyId, admin, weak, people, visitor }
}
type WalkStage = Awaited<ReturnType<typeof createWalkStage>>

/** The services as the product wires them: their rules are tested here, the wire elsewhere. */
/** Applies changes without showing their impact. */
const applyDirectly = (_scope: unknown, _people: unknown, change: () => Promise<void>) => change()
const plainRole = { sort: 0, desc: '', workbench: null }
const createServices = ({ database }: TestApp) => {
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const settings = createSettings(database, secrets)
  const sessions = createSessionService({ ...rightsPorts, database, secrets, settings, announcements: noAnnouncements })
  const limits = createLimits(database)
  const unwatched = { wakeJob: () => undefined, onError: () => undefined }
  const messages = createMessages({ database, limits, secrets, settings, outboxFolder: '', ...unwatched })
  const words = { label: String, text: () => undefined }
  const exportSheet = createSheetExporter({ database, words, dictionaries: async () => new Map(), added: [] })
  return {
    sessions,
    switching: createSwitching({ sessions, messages, approvals: createApprovals({ messages }) }),
    roles: createRoles({ sessions, exportSheet }),
    grants: createRoleGrants({ sessions, authorization }),
    members: createRoleMembers(sessions),
    userRoles: createUserRoles(sessions, applyDirectly),
    organizations: createOrganizations({
      sessions,
      database,
      visitedOrgs: async () => ({ data: [], total: 0 }),
      askModules: createModuleHooks({ hooks: () => [], onError: noop }).ask,
    }),
    organizationMembers: createOrganizationMembers(sessions, applyDirectly),
    organizationRoles: createOrganizationRoles(sessions),
  }
}
type Services = ReturnType<typeof createServices>
const noop = () => undefined
const origin = {
  ip: '',
  agent: '',
  traceId: '',
  host: '',
  token: '',
  client: 'open',
  expectCompany: '',
  timeZone: 'UTC',
  cookies: {},
  dryRun: false,
  confirm: '',
  lastEventId: '',
  conditions: { range: '', ifRange: '', ifNoneMatch: '' },
}
const baseScope = { origin, note: noop, confirm: noop, setCookie: noop, afterCommit: noop }

/** A platform user who enters and leaves companies at random, existing ones or not, in both modes. */
const createGuest = async (
  app: TestApp,
  { sessions, switching }: Services,
  { companyId, visitor }: WalkStage,
  random: SeededRandom,
) => {
  const opening = { device: { id: '', name: '' }, client: 'open', method: 'password', binding: null, provedAt: null }
  const { database } = app
  const principal = { companyId: visitor.companyId, userId: visitor.id }
  const { token } = await database.transact({ reach: 'platform' }, (db) =>
    sessions.open(db, { ...principal, principal, policy: null }, opening, origin),
  )
  const readActor = async (of: string): Promise<Actor> => {
    const found = await sessions.authenticate({ ...origin, token: of })
    if (found.kind !== 'session') throw new Error(`the visitor is ${found.kind}`)
    return found.actor
  }
  let current = await readActor(token)
  const asVisitor = <T>(work: (scope: RequestScope) => Promise<T>) =>
    database.transact({ reach: 'platform' }, (db) => work({ ...baseScope, actor: current, db }))
  /** The visitor's permissions that a company administrator may hold. */
  const grantable = new Set(visitorPermissions.filter((each) => !ungrantable.includes(each)))

  return {
    /** Returns the visitor as an actor of the company. */
    async enterCompany(): Promise<Actor> {
      if (current.acting && random.below(4) === 0) {
        await asVisitor((scope) => switching.quit(scope))
        current = await readActor(token)
      }
      if (!current.acting || random.below(3) === 0) {
        const request = { orgId: null, mode: random.pick(['view', 'manage'] as const), reason: '走', minutes: 30 }
        const unreachable = random.pick([crypto.randomUUID(), visitor.companyId])
        await expect(asVisitor((scope) => switching.switchTo(scope, unreachable, request))).rejects.toMatchObject({
          spec: { code: 404 },
        })
        current = await readActor((await asVisitor((scope) => switching.switchTo(scope, companyId, request))).token)
      }
      expect([current.companyId, current.platform, new Set(current.permissions)]).toEqual([companyId, false, grantable])
      return current
    },
    /** Rights of the visitor in both companies. */
    listRights: (): Set<string> =>
      new Set([...grantable, ...(current.acting?.menus ?? []).map((id) => `menu ${id}`), ...grantableScopes]),
  }
}

const walk = async (app: TestApp, services: Services, stage: WalkStage, foreign: WalkStage, seed: number) => {
  const random = seededRandom(seed)
  const { roles, grants, members, userRoles, organizations, organizationMembers, organizationRoles } = services
  const { companyId, admin, weak, people } = stage
  const actor = {
    userId: admin.id,
    companyId,
    companyName: '',
    name: '管理员',
    account: admin.account,
    platform: false,
    sessionId: '',
    aesKey: '',
    permissions: new Set<string>(),
    rows: 'all' as const,
    readOnly: false,
    decide: () => ({ allowed: true, trace: [] }),
  }
  const everyElement = (await app.sql('select id from elements order by code')).map(({ id }) => String(id))
  const everyMenu = (await app.sql('select id from menus order by code')).map(({ id }) => String(id))
  const foreignRoles = (await app.sql('select id from roles where company_id = $1', [foreign.companyId])).map(
    ({ id }) => String(id),
  )
  const [foreignOrgRow] = await app.sql('select id from orgs where company_id = $1 limit 1', [foreign.companyId])
  const foreignOrg = String(foreignOrgRow?.id)
  const start = await readHoldings(app, companyId)
  const ceiling = start.get(`user ${admin.id}`) ?? new Set()
  const allowed = new Set([...ceiling, ...grantableScopes])
  const codes = new Map<number, number>()
  /** Result codes of the guest's steps. */
  const guestCodes = new Set<number>()
  /** Result codes of callers who reach one organisation only. */
  const narrowCodes = new Set<number>()
  const guest = await createGuest(app, services, stage, random)

  const attempt = async (by: Actor, work: (scope: RequestScope) => Promise<unknown>) => {
    const code = await app.database
      .transact({ reach: 'company', companyId }, (db) => work({ ...baseScope, actor: by, db }))
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
  /** What users hold beyond these rights and beyond what they held before. */
  const listGained = async (before: Holdings, rights: ReadonlySet<string>) =>
    [...(await readHoldings(app, companyId))].flatMap(([who, held]) =>
      [...held]
        .filter((each) => !rights.has(each) && !before.get(who)?.has(each))
        .map((each) => `${who} now holds ${each}`),
    )
  const step = async (at: number) => {
    const known = await app.sql('select id, version from roles where company_id = $1 order by code', [companyId])
    const role = random.pick(known)
    const [id, version] = [random.below(25) === 0 ? random.pick(foreignRoles) : String(role.id), Number(role.version)]
    const orgs = await app.sql('select id, path, version from orgs where company_id = $1 order by path', [companyId])
    const org = random.pick(orgs)
    const [orgId, orgVersion] = [String(org.id), Number(org.version)]
    const otherRole = random.below(25) === 0 ? random.pick(foreignRoles) : String(random.pick(known).id)
    const candidates = random.below(4) === 0 ? people : weak
    const user =
      random.below(25) === 0 ? random.pick(foreign.people) : random.pick([...candidates, ...candidates, admin.id])
    const pickSome = <T>(list: readonly T[]) => random.some(list, random.pick([8, 20, list.length]))
    const rest = { ...plainRole, code: `walk-${seed}-${at}`, dataScope: random.pick(scopesOfNewRoles) }
    const type = random.pick(['custom', 'custom', 'template'] as const)
    const own = { ...rest, name: `走${seed}-${at}`, type, parent: random.pick([otherRole, otherRole, null]) }
    const assign = async (scope: RequestScope) => {
      const [found] = await app.sql('select version from users where id = $1', [user])
      const scopeOrgId = random.pick([null, orgId, foreignOrg])
      const wanted = [{ roleId: id, orgId: scopeOrgId, startTime: null, expireTime: null, reason: '' }]
      const mode = random.pick(['add', 'remove', 'replace'] as const)
      return userRoles.assign(scope, user, { roles: wanted, mode, version: Number(found?.version) })
    }
    const actions: ((scope: RequestScope) => Promise<unknown>)[] = [
      (scope) => roles.create(scope, own),
      (scope) => roles.copy(scope, id, own),
      (scope) => roles.update(scope, id, { ...own, version }),
      (scope) => grants.updateElements(scope, id, { ids: pickSome(everyElement), version }),
      (scope) => grants.updateMenus(scope, id, { ids: pickSome(everyMenu), version }),
      (scope) => {
        const assignable = random.pick([[], [otherRole]])
        const grant = { dataScope: random.pick(dataScopes), dataOrgIds: [], rules: [], assignable, home: null }
        return grants.update(scope, id, { ...grant, menus: [], elems: pickSome(everyElement), version })
      },
      (scope) => roles.lock(scope, id),
      (scope) => roles.unlock(scope, id),
      (scope) => roles.remove(scope, id),
      (scope) => members.change(scope, id, { add: [user], remove: random.some(candidates, 6) }),
      (scope) => members.change(scope, id, { add: random.some(candidates, 3), remove: [] }),
      assign,
    ]
    actions.push(
      (scope) =>
        organizationRoles.replace(scope, orgId, { roleIds: random.some([id, otherRole], 1), version: orgVersion }),
      (scope) =>
        organizationRoles.replace(scope, orgId, { roleIds: random.pick([[], [otherRole]]), version: orgVersion }),
      (scope) => organizationMembers.change(scope, orgId, { add: [user], remove: [] }),
      (scope) =>
        organizationMembers.change(scope, orgId, {
          add: random.some(candidates, 2),
          remove: random.some(candidates, 2),
        }),
    )
    const restructurings = [
      (scope: RequestScope) => organizations.merge(scope, orgId, String(random.pick(orgs).id)),
      (scope: RequestScope) =>
        organizations.split(scope, orgId, {
          name: `拆${seed}-${at}`,
          organizations: [],
          users: random.some(candidates, 1),
        }),
    ]
    if (random.below(10) === 0) actions.push(...restructurings.slice(orgs.length > 3 ? 0 : 1, orgs.length > 6 ? 1 : 2))
    // At most about thirty roles, so that they interact: beyond that, roles are changed or deleted.
    const action = random.pick(known.length > 30 ? actions.slice(2) : actions)
    if (at % guestInterval === narrowStep) {
      const path = String(random.pick(orgs).path)
      const before = await readScopeOrgs(app, companyId)
      const rows = [{ wide: false, groupIds: [], groupPaths: [path], rules: [] }]
      narrowCodes.add(await attempt({ ...actor, rows }, assign))
      const given = [...(await readScopeOrgs(app, companyId))].filter(
        ([assignment, to]) => before.get(assignment) !== to,
      )
      expect(given.filter(([, to]) => !to.startsWith(path))).toEqual([])
      return
    }
    if (at % guestInterval > 0) return void (await attempt(actor, action))
    const by = await guest.enterCompany()
    // View-only visits are refused before the service.
    if (by.readOnly) return
    const before = await readHoldings(app, companyId)
    guestCodes.add(await attempt(by, action))
    expect(await listGained(before, guest.listRights())).toEqual([])
  }
  const listExcess = () => listGained(start, allowed)
  for (let at = 0; at < stepsPerWalker; at += 1) {
    await step(at)
    if (at % checkInterval === 0) expect(await listExcess()).toEqual([])
  }
  expect(await listExcess()).toEqual([])
  if (isThorough) {
    expect([...guestCodes]).toEqual(expect.arrayContaining([0, 2005]))
    expect([...narrowCodes]).toEqual(expect.arrayContaining([0, 404, 2005]))
  }
  return codes
}

it(`${walkerCount * stepsPerWalker} steps of company administrators never grant rights beyond their own, in their company or another`, {
  timeout: 480_000,
}, async () => {
  const app = await createTestApp()
  const stages: WalkStage[] = []
  for (let at = 0; at < walkerCount; at += 1) stages.push(await createWalkStage(app, `走${at}`))
  const bystander = await createWalkStage(app, '旁观')
  const before = await takeSnapshot(app, bystander.companyId)
  const services = createServices(app)
  const codes = await Promise.all(stages.map((stage, at) => walk(app, services, stage, bystander, at + 1)))
  expect(await takeSnapshot(app, bystander.companyId)).toEqual(before)
  // Confirms that the walks succeed and reach every kind of refusal; short walks reach the common ones.
  for (const met of codes) expect(met.get(0)).toBeGreaterThan(stepsPerWalker / 10)
  const commonCodes = [0, 404, 2005, 2007, 2061]
  const rareCodes = [2004, 2006, 2008, 2022, 2053, 2054, 2055, 2056]
  expect([...new Set(codes.flatMap((met) => [...met.keys()]))]).toEqual(
    expect.arrayContaining(isThorough ? [...commonCodes, ...rareCodes] : commonCodes),
  )
})
