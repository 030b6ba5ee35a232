import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Keeps one row of a list selected: the first one when data loads, and again when the selected one is gone. `onSelect`
 * receives it.
 * @returns its id and `select`
 */
export const useSelectedRow = <Row extends { id: string }>(
  rows: readonly Row[],
  onSelect: ((row: Row | undefined) => void) | undefined,
) => {
  const [chosen, setChosen] = useState<string>()
  const selected = onSelect && (rows.find(({ id }) => id === chosen) ?? rows[0])
  const notify = useEffectEvent((row: Row | undefined) => onSelect?.(row))
  const isListening = onSelect !== undefined
  // Runs when another row, or newer data of the same one, is selected.
  useEffect(() => {
    if (isListening) notify(selected)
  }, [selected, isListening])
  return [selected?.id, isListening ? setChosen : undefined] as const
}
