import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import type { Option } from '../../../../ui/select.tsx'
import { t } from '../../../../ui/texts.ts'

type Named = { id: string; name: string }

/**
 * Names of what a form has chosen: a search may not find it, and the comparison of two versions shows both. Takes what
 * is stored, to which `keep` adds. `offer` turns what a search finds into options, after what is kept.
 */
export const useNames = (stored: readonly Named[]) => {
  const [kept] = useState(() => new Map(stored.map(({ id, name }) => [id, name])))
  const [found] = useState(() => new Map<string, string>())
  return {
    keep: (more: readonly Named[]) => {
      for (const { id, name } of more) kept.set(id, name)
    },
    offer: (more: readonly Named[]): Option[] => {
      for (const { id, name } of more) found.set(id, name)
      const others = more.filter(({ id }) => !kept.has(id)).map(({ id, name }) => [id, name] as const)
      return [...kept, ...others].map(([value, label]) => ({ value, label }))
    },
    of: (id: string) => kept.get(id) ?? found.get(id),
  }
}
export type Names = ReturnType<typeof useNames>

/** The names of ids, for the comparison of two versions; `none` without any. */
export const joinNames = (ids: readonly string[], [first, second]: readonly [Names, Names?], none = t('无')) =>
  listText(ids.map((id) => first.of(id) ?? second?.of(id) ?? '')) || none
