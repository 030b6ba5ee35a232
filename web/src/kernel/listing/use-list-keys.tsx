import { lazy } from 'react'
import type { OpenOverlay } from '../../ui/use-overlay.tsx'
import { useKeys } from './use-keys.ts'

const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

type ListKeys = {
  searchId: string
  /** Absent where users cannot add rows. */
  add: (() => void) | undefined
  reload: () => void
  open: OpenOverlay
}

/** The keyboard shortcuts of a list screen, which `KeyHelp` explains. */
export const useListKeys = ({ searchId, add, reload, open }: ListKeys) =>
  useKeys({
    '/': () => document.getElementById(searchId)?.focus(),
    n: add,
    r: reload,
    '?': () => open((onClosed) => <KeyHelp onClosed={onClosed} />),
  })
