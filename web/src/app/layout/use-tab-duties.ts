import { useEffect } from 'react'
import { refreshListSettings } from '../../features/communication/list-views/kept-list-settings.ts'
import { recordBreadcrumb } from '../../kernel/api/breadcrumbs.ts'
import { followDuplicateTabs } from '../../kernel/api/duplicate-tabs.ts'
import { takeArrivalMessage } from '../../kernel/api/session-switch.ts'
import { onSessionChangedElsewhere } from '../../kernel/api/tokens.ts'
import { useEventStream } from '../../shared/entry/use-event-stream.ts'
import { useGrantChanges } from '../../shared/entry/use-grant-changes.ts'
import { whenSettled } from '../../shared/entry/when-settled.ts'
import { toast } from '../../ui/toast.ts'
import { useDictionaryChanges } from './use-dictionary-changes.ts'

/** Seconds: long enough to read why a visit ended. */
const arrivalWarningSeconds = 6

/** What a signed-in tab does beside its pages: it follows the server and other tabs, and notes the pages it shows. */
export const useTabDuties = (path: string) => {
  useEventStream()
  useGrantChanges()
  useDictionaryChanges()
  useEffect(() => {
    const arrival = takeArrivalMessage()
    if (arrival) toast[arrival.kind](arrival.text, { seconds: arrival.kind === 'warning' ? arrivalWarningSeconds : 2 })
  }, [])
  useEffect(followDuplicateTabs, [])
  useEffect(() => whenSettled(() => void refreshListSettings()), [])
  useEffect(() => recordBreadcrumb({ kind: 'route', path }), [path])
  // Reload when another tab signs out.
  useEffect(() => onSessionChangedElsewhere((signedIn) => signedIn || location.reload()), [])
}
