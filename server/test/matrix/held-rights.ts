import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { TestApp } from '../harness.ts'
import type { WriteWatch } from './write-watch.ts'

/** Rights of all roles and users of a company, operations and menus, one row each; `*` stands for all. */
const listHoldings = async (app: Pick<TestApp, 'sql'>, companyId: string) => {
  const rows = await app.sql(
    `with line as (select * from role_ancestors($1, array(select id from roles where company_id = $1), true)),
     own as (
       select role_id as ancestor_id, element as held from role_elements where company_id = $1
       union all select role_id, 'menu ' || menu_id from role_menus where company_id = $1
       union all select id, '*' from roles where company_id = $1 and everything),
     held as (select role_id, held from line join own using (ancestor_id))
     select 'role ' || role_id as who, held from held
     union select 'user ' || user_id, held from user_roles join held using (role_id) where company_id = $1`,
    [companyId],
  )
  return rows.map(({ who, held }) => ({ who: String(who), held: String(held) }))
}

/** Rights in the plan of a company, in the same form. */
const listPlanCeiling = async (app: Pick<TestApp, 'sql'>, companyId: string) => {
  const rows = await app.sql(
    `with plan as (select plan_id from companies join tenants on tenants.company_id = top_id where companies.id = $1)
     select element as held from plan_elements join plan using (plan_id)
     union all select 'menu ' || menu_id from plan_menus join plan using (plan_id)`,
    [companyId],
  )
  return rows.map(({ held }) => String(held))
}

/**
 * Whether the kernel runs the call in a read-only transaction, so that it can grant, change and end nothing. Handlers
 * that reach nothing may open transactions of their own.
 */
export const isReadOnly = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && endpoint.writes === undefined && endpoint.reach !== 'manual'

/** Tables from which rights follow. */
const rightsTables = [
  'companies',
  'menus',
  'plan_elements',
  'plan_menus',
  'role_elements',
  'role_menus',
  'roles',
  'tenants',
  'user_roles',
]

type Watched = { id: string; companyId: string; isGuest: boolean; hasCeiling: boolean }
/**
 * Watches calls for privilege escalation: no caller may leave a role or user of the company with rights beyond their
 * own. The function returns the answer of a call, the excess grants and what it has written.
 */
export const createGrantWatch = (app: Pick<TestApp, 'sql'>, writes: WriteWatch) => {
  const holdings = new Map<string, Awaited<ReturnType<typeof listHoldings>>>()
  /** As they are now; read again after a write that rights follow from. */
  const holdingsNow = async (companyId: string) => {
    const found = holdings.get(companyId) ?? (await listHoldings(app, companyId))
    holdings.set(companyId, found)
    return found
  }
  let seen = 0
  /** What has been written since the last look, by other calls too; rights are read again if they may have changed. */
  const look = async () => {
    const written = await writes.since(seen)
    seen = written.at(-1)?.number ?? seen
    const hasRights = written.some(({ table }) => rightsTables.includes(table))
    if (hasRights) holdings.clear()
    return { written, hasRights }
  }
  return async <T>(endpoint: Endpoint, caller: Watched, call: () => Promise<T>) => {
    if (isReadOnly(endpoint)) return { answer: await call(), above: [], written: [] }
    await look()
    const before = caller.hasCeiling ? await holdingsNow(caller.companyId) : []
    const answer = await call()
    const { written, hasRights } = await look()
    if (!caller.hasCeiling || !hasRights) return { answer, above: [], written }
    const had = new Set(before.map(({ who, held }) => `${who} ${held}`))
    const own = new Set(before.filter(({ who }) => who === `user ${caller.id}`).map(({ held }) => held))
    // A guest holds no role there; their ceiling is the plan of the visited company.
    if (caller.isGuest) for (const held of await listPlanCeiling(app, caller.companyId)) own.add(held)
    const after = await holdingsNow(caller.companyId)
    const above = after.filter(({ who, held }) => !had.has(`${who} ${held}`) && !own.has(held))
    return { answer, above: above.map(({ who, held }) => `${who} now holds ${held}`), written }
  }
}
