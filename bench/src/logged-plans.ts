import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** A node of EXPLAIN (ANALYZE, FORMAT JSON); its figures are those of one loop. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}
export type LoggedPlan = { text: string; plan: PlanNode }

/** How statements are planned: as the server chooses, or each time for their values, as behind PgBouncer. */
export const planModes = ['auto', 'force_custom_plan'] as const
export type PlanMode = (typeof planModes)[number]

const run = async (superuserUrl: string, statements: readonly string[]) => {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
const database = (url: string) => pg.escapeIdentifier(new URL(url).pathname.slice(1))

/** Lets PostgreSQL log the plan of each statement that connections opened from now on run. */
export const logPlans = (superuserUrl: string, mode: PlanMode): Promise<void> =>
  run(
    superuserUrl,
    [
      `session_preload_libraries = 'auto_explain'`,
      'auto_explain.log_min_duration = 0',
      'auto_explain.log_analyze = on',
      'auto_explain.log_timing = off',
      'auto_explain.log_nested_statements = on',
      `auto_explain.log_format = 'json'`,
      `plan_cache_mode = ${mode}`,
    ].map((setting) => `alter database ${database(superuserUrl)} set ${setting}`),
  )

const plan = /LOG: {2}duration: [\d.]+ ms {2}plan:\n(\t\{\n(?:\t .*\n)+\t\}\n)/g

/**
 * Reads a server's log from here on.
 * @param folder the folder of the embedded server
 * @returns the plans logged since the last call
 */
export const followPlans = (folder: string): (() => LoggedPlan[]) => {
  const file = path.join(folder, 'postgres.log')
  let at = statSync(file).size
  return () => {
    const added = readFileSync(file).subarray(at)
    at += added.length
    return [...added.toString().matchAll(plan)].map(([, json = '']) => {
      const { 'Query Text': text, Plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
      return { text, plan: Plan }
    })
  }
}
