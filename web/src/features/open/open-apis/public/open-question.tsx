import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { RequestFor } from '../../../../kernel/api/call.ts'
import type { ImpactOf } from '../../../../kernel/api/call-confirmed.ts'
import { useImpactPreview } from '../../../../kernel/api/use-impact-preview.ts'
import { ImpactDialog, ImpactLines } from '../../../../ui/impact-dialog.tsx'

type OpenQuestionProps<E extends Endpoint> = {
  title: string
  endpoint: E
  request: RequestFor<E> & object
  /** Label of the confirm button. */
  confirm: string
  affected: readonly Endpoint[]
  lines: (impact: ImpactOf<E>) => readonly string[]
  onConfirmed: () => void
  onClosed: () => void
}

/** Shows what stops, line by line, and makes the call once it is confirmed. */
export const OpenQuestion = <E extends Endpoint>(props: OpenQuestionProps<E>) => {
  const { title, endpoint, request, confirm, affected, lines, onConfirmed, onClosed } = props
  const { impact, busy, answer } = useImpactPreview(endpoint, request, affected, (confirmed) => {
    if (confirmed) onConfirmed()
    onClosed()
  })
  if (impact === undefined) return null
  return (
    <ImpactDialog title={title} confirm={confirm} danger busy={busy} onAnswer={answer}>
      <ImpactLines lines={lines(impact)} />
    </ImpactDialog>
  )
}
