import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Keeps one row of a list selected: the first one when data loads (spec §2, role and company lists), and again when
 * the selected one is gone. In: the rows, and who wants to know. Out: the selected row's id, and `select`.
 */
export const useSelectedRow = <Row extends { id: string }>(
  rows: readonly Row[],
  onSelect: ((row: Row | undefined) => void) | undefined,
) => {
  const [chosen, setChosen] = useState<string>()
  const selected = onSelect && (rows.find(({ id }) => id === chosen) ?? rows[0])
  const tell = useEffectEvent(() => onSelect?.(selected))
  const isListening = onSelect !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when another row, or newer data of the same one, is selected
  useEffect(() => {
    if (isListening) tell()
  }, [selected, isListening])
  return [selected?.id, isListening ? setChosen : undefined] as const
}
