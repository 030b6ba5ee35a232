import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import type { RequestFor } from '../../../kernel/api/call.ts'
import type { ImpactOf } from '../../../kernel/api/call-confirmed.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { useConfirmedWrite } from './use-confirmed-write.ts'

type ImpactQuestionProps<E extends Endpoint> = {
  title: string
  endpoint: E
  request: RequestFor<E> & object
  /** Label of the confirm button. */
  confirm: string
  /** No user loses anything. */
  isHarmless?: boolean
  children: (impact: ImpactOf<E>) => ReactNode
  onConfirmed: () => void
  onClosed: () => void
}

/** Shows the impact of a call, and makes it once confirmed. */
export const ImpactQuestion = <E extends Endpoint>({
  title,
  endpoint,
  request,
  confirm,
  isHarmless = false,
  children,
  onConfirmed,
  onClosed,
}: ImpactQuestionProps<E>) => {
  const { impact, busy, answer } = useConfirmedWrite(endpoint, request, (confirmed) => {
    if (confirmed) onConfirmed()
    onClosed()
  })
  if (impact === undefined) return null
  return (
    <ImpactDialog title={title} confirm={confirm} danger={!isHarmless} busy={busy} onAnswer={answer}>
      {children(impact)}
    </ImpactDialog>
  )
}
