import { useKeys } from './use-keys.ts'

type ListKeys = {
  searchId: string
  /** Absent where users cannot add rows. */
  add: (() => void) | undefined
  reload: () => void
}

/** The keyboard shortcuts of a list screen, which `KeyHelp` explains. */
export const useListKeys = ({ searchId, add, reload }: ListKeys) =>
  useKeys({
    '/': () => document.getElementById(searchId)?.focus(),
    n: add,
    r: reload,
  })
