import type { LoggedPlan, PlanNode } from './logged-plans.ts'

export type RowsRead = {
  text: string
  read: number
  returned: number
  /** The node that reads most. */
  most: string
}

const isScan = /^(Seq|Index|Index Only|Bitmap Heap|Sample|Tid|CTE) Scan$/
const isJoin = /Join|Nested Loop/
const removed = ['Rows Removed by Filter', 'Rows Removed by Index Recheck', 'Rows Removed by Join Filter'] as const

/** Rows that a scan reads, or that a join compares in vain. */
const readBy = (node: PlanNode): number => {
  const type = node['Node Type']
  if (!isScan.test(type) && !isJoin.test(type)) return 0
  const found = isScan.test(type) ? node['Actual Rows'] : 0
  return node['Actual Loops'] * removed.reduce((sum, name) => sum + (node[name] ?? 0), found)
}
const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

/**
 * Statements that count up to a limit, or return a list in one row: what they may read for it. Found by a part of their
 * text.
 */
const boundedReads: readonly { part: string; perRow: number }[] = [
  // Members of an organisation and of those below it: up to a thousand, each of which may have two memberships.
  { part: 'as "usersWithin"', perRow: 2500 },
  // Assignees of a role, up to a thousand.
  { part: 'from role_assignments where company_id = roles.company_id', perRow: 1100 },
  { part: 'array((select "user_id" from "role_assignments"', perRow: 1100 },
  // All elements and menus of a plan.
  { part: 'array(select element from plan_elements', perRow: 1000 },
  // All rights of a user, by each role.
  { part: 'with assigned as materialized', perRow: 5000 },
  { part: 'bool_or(roles.everything)', perRow: 5000 },
  // Ids of a page, and how many there are, up to ten thousand.
  { part: 'array_agg(id order by', perRow: 10_001 },
  // The days and lists of a workbench.
  { part: 'select (select row_to_json(found) from', perRow: 500 },
  // Once an hour, by the product itself: the newest entry of each company's log.
  { part: 'as after, newest.seq as head from companies', perRow: Number.POSITIVE_INFINITY },
]
const defaultBound = 50

/** What a capped count returns is what it counts. */
const isCappedCount = (text: string) => /as "capped"$/.test(text)
const returnedBy = ({ text, plan }: LoggedPlan): number =>
  isCappedCount(text) ? (plan.Plans?.[0]?.['Actual Rows'] ?? 0) : plan['Actual Rows']

/** How many rows a statement reads, and returns. */
export const countRowsRead = (logged: LoggedPlan): RowsRead => {
  const nodes = listNodes(logged.plan)
  const most = nodes.reduce((one, other) => (readBy(other) > readBy(one) ? other : one))
  return {
    text: logged.text,
    read: Math.round(nodes.reduce((sum, node) => sum + readBy(node), 0)),
    returned: Math.round(returnedBy(logged)),
    most: `${most['Node Type']} ${most['Relation Name'] ?? ''} × ${most['Actual Loops']}`,
  }
}

/** How many times as many rows a statement reads for each it returns as it may. */
export const measureExcess = ({ text, read, returned }: RowsRead): number =>
  read / Math.max(returned, 1) / (boundedReads.find(({ part }) => text.includes(part))?.perRow ?? defaultBound)
