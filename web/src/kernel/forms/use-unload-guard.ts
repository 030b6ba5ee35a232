import { useEffectEvent, useInsertionEffect } from 'react'
import { isLeavingPage } from '../api/session-switch.ts'
import { storedTokens } from '../api/tokens.ts'

const guards = new Set<() => boolean>()

/** Without a session there is nothing left to save to: an ended one must not keep its page open. */
const mustAsk = () => !isLeavingPage() && storedTokens() !== undefined && [...guards].some((isUnsaved) => isUnsaved())
const ask = (event: BeforeUnloadEvent) => {
  if (mustAsk()) event.preventDefault()
}

/** Makes the browser ask before the tab is closed or reloaded while `isUnsaved` returns true. */
export const useUnloadGuard = (isUnsaved: () => boolean): void => {
  const check = useEffectEvent(isUnsaved)
  // Other effects end while the page is hidden behind another, which does not save its input.
  useInsertionEffect(() => {
    const guard = () => check()
    guards.add(guard)
    // Only while needed: the listener keeps some browsers from restoring a page instantly.
    addEventListener('beforeunload', ask)
    return () => {
      guards.delete(guard)
      if (guards.size === 0) removeEventListener('beforeunload', ask)
    }
  }, [])
}
