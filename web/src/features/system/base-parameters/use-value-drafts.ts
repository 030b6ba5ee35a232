import type { BaseParameterRow } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDraft } from '../../../kernel/forms/use-draft.ts'
import { t } from '../../../ui/texts.ts'

/** A value as the editors give it; null: an empty number. */
export type EditedValue = string | number | boolean | null
/** An unsaved value, and the version it is based on. */
type ValueDraft = { value: EditedValue; version: number }
type Drafts = Readonly<Record<string, ValueDraft>>
/** An unsaved value that differs from the stored one. `isStale`: another user has changed it meanwhile. */
export type ValueChange = { row: BaseParameterRow; value: EditedValue; version: number; isStale: boolean }

const isValueDraft = (draft: unknown): draft is ValueDraft =>
  typeof draft === 'object' && draft !== null && 'value' in draft && 'version' in draft
const draftsIn = (found: Readonly<Record<string, unknown>> = {}): Drafts =>
  Object.fromEntries(Object.entries(found).flatMap(([id, draft]) => (isValueDraft(draft) ? [[id, draft]] : [])))
const without = (drafts: Drafts, changes: readonly ValueChange[]): Drafts => {
  const gone = new Map(changes.map(({ row, value }) => [row.id, value]))
  return Object.fromEntries(Object.entries(drafts).filter(([id, { value }]) => gone.get(id) !== value))
}

/** Unsaved values of parameters by id. Without a drawer that could ask, they survive closing the page, too. */
export const useValueDrafts = () => {
  const [found, drop, store] = useDraft(t('基础参数'), {}, (): Drafts => drafts)
  const [drafts, setDrafts] = useState(() => draftsIn(found))
  const [isRestored, setRestored] = useState(found !== undefined)
  const keep = useEffectEvent(store)
  useEffect(() => {
    const leave = () => keep()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const findChange = (row: BaseParameterRow): ValueChange | undefined => {
    const draft = drafts[row.id]
    if (draft === undefined || draft.value === row.value) return undefined
    return { row, ...draft, isStale: draft.version !== row.version }
  }
  const put = (id: string, draft: ValueDraft) => setDrafts((before) => ({ ...before, [id]: draft }))
  const endDraft = () => {
    drop()
    setRestored(false)
  }
  return {
    findChange,
    isRestored,
    set: (row: BaseParameterRow, value: EditedValue) => {
      const change = findChange(row)
      if (change && value === row.value) setDrafts((before) => without(before, [change]))
      else put(row.id, { value, version: change?.version ?? row.version })
    },
    /** Keeps the unsaved value although the stored one has changed. */
    keep: ({ row, value }: ValueChange) => put(row.id, { value, version: row.version }),
    /** Forgets these values, unless they were edited again meanwhile. */
    forget: (changes: readonly ValueChange[]) => {
      endDraft()
      setDrafts((before) => without(before, changes))
    },
    clear: () => {
      endDraft()
      setDrafts({})
    },
  }
}
export type ValueDrafts = ReturnType<typeof useValueDrafts>
