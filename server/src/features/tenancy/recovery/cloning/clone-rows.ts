import { t } from '@atrium/contract/kernel/texts.ts'
import type { CloneIds } from './clone-ids.ts'
import { type ClonedTableName, clonedColumns, type Treatment } from './cloned-columns.ts'

export type Row = Readonly<Record<string, unknown>>
/** What there is of the platform's own, which rows of a company may refer to. */
export type Known = Readonly<Record<'elements' | 'menus' | 'groups', ReadonlySet<string>>>
/** Rows whose parent is set once all are there. */
export type Parents = { id: string; parent: string }[]

const namesPeople = (rule: unknown): boolean =>
  /"field":"(account|name)"/.test(JSON.stringify(rule)) && /"value":/.test(JSON.stringify(rule))

/** Makes rows of a clone from those of an archive. */
export const createRowCloner = (ids: CloneIds, known: Known) => {
  /** Users that are not cloned, and so what belongs to them. */
  const left = new Set<string>()
  const parents: Parents = []
  const mapText = (value: unknown) => (typeof value === 'string' ? ids.mapId(value) : null)

  const treat: Readonly<Record<Exclude<Treatment, 'leave' | 'later'>, (value: unknown, id: string) => unknown>> = {
    keep: (value) => value,
    id: mapText,
    ids: (value) => (Array.isArray(value) ? value.map(mapText) : []),
    path: (value) => String(value).replaceAll(/[^/]+/g, ids.mapId),
    inside: (value) => ids.mapInside(Array.isArray(value) ? value.filter((rule) => !namesPeople(rule)) : value),
    person: (value) => {
      const by = (value as { id?: unknown } | null)?.id
      return { id: typeof by === 'string' && by !== '' ? ids.mapId(by) : '', name: '演示用户' }
    },
    account: (_value, id) => `u${ids.hashOf(id).slice(0, 20)}`,
    fullName: (_value, id) => t('用户{hashOf}', { hashOf: ids.hashOf(id).slice(0, 6) }),
  }

  /** Whether a row is left out: of users who are, or of what the platform no longer has. */
  const isLeft = (table: ClonedTableName, row: Row): boolean => {
    if (table === 'users' && (row.deleted_at !== null || row.principal_id !== null)) {
      left.add(String(row.id))
      return true
    }
    if (table === 'user_orgs' || table === 'user_roles') return left.has(String(row.user_id))
    if (table === 'role_elements') return !known.elements.has(String(row.element))
    if (table === 'role_menus') return !known.menus.has(String(row.menu_id))
    return table === 'dict_layers' && !known.groups.has(String(row.group_id))
  }

  /**
   * A row of the clone.
   * @returns undefined if it has none
   */
  const cloneRow = (table: ClonedTableName, row: Row): Row | undefined => {
    if (isLeft(table, row)) return undefined
    const made: Record<string, unknown> = {}
    for (const [column, treatment] of Object.entries(clonedColumns[table]) as [string, Treatment][]) {
      if (!(column in row) || treatment === 'leave') continue
      const value = row[column]
      if (treatment === 'later') {
        if (typeof value === 'string') parents.push({ id: ids.mapId(String(row.id)), parent: ids.mapId(value) })
      } else made[column] = treat[treatment](value, String(row.id))
    }
    // A menu that is gone is no one's home.
    if (typeof made.home_menu === 'string' && !known.menus.has(made.home_menu)) made.home_menu = null
    return made
  }
  return {
    cloneRow,
    /** The parents of the rows since the last time. */
    takeParents: () => parents.splice(0),
  }
}
export type RowCloner = ReturnType<typeof createRowCloner>
