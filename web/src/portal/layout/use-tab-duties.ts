import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useEffect, useRef } from 'react'
import { recordBreadcrumb } from '../../kernel/api/breadcrumbs.ts'
import { followDuplicateTabs } from '../../kernel/api/duplicate-tabs.ts'
import { takeArrivalMessage } from '../../kernel/api/session-switch.ts'
import { onSessionChangedElsewhere } from '../../kernel/api/tokens.ts'
import { refetchAfterRightsChange, useRead } from '../../kernel/api/use-read.ts'
import { applyGrants } from '../../shared/entry/read-session.ts'
import { useEventStream } from '../../shared/entry/use-event-stream.ts'
import { useGrantChanges } from '../../shared/entry/use-grant-changes.ts'
import { toast } from '../../ui/toast.ts'
import { useSession } from '../use-session.ts'

const readOnce = { staleTime: Number.POSITIVE_INFINITY, toasts: false }

/** Applies rights that changed while the page is open. */
const useLiveGrants = () => {
  useGrantChanges()
  const info = useSession()
  const { data: grants } = useRead(sessionContract.grants, {}, readOnce)
  const applied = useRef(grants?.grantVersion)
  useEffect(() => {
    if (!grants || grants.grantVersion === applied.current) return
    applied.current = grants.grantVersion
    applyGrants(grants, info)
    void refetchAfterRightsChange()
  }, [grants, info])
}

/** What a signed-in tab does beside its pages: it follows the server and other tabs, and notes the pages it shows. */
export const useTabDuties = (path: string): void => {
  useEventStream()
  useLiveGrants()
  useEffect(() => {
    const arrival = takeArrivalMessage()
    if (arrival) toast[arrival.kind](arrival.text)
  }, [])
  useEffect(followDuplicateTabs, [])
  useEffect(() => recordBreadcrumb({ kind: 'route', path }), [path])
  // Reload when another tab signs out.
  useEffect(() => onSessionChangedElsewhere((signedIn) => signedIn || location.reload()), [])
}
