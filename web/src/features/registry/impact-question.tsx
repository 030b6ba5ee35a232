import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import type { RequestFor } from '../../kernel/api/call.ts'
import type { ImpactOf } from '../../kernel/api/call-confirmed.ts'
import { ImpactDialog } from '../../ui/impact-dialog.tsx'
import { useShownWrite } from './use-shown-write.ts'

type ImpactQuestionProps<E extends Endpoint> = {
  title: string
  endpoint: E
  request: RequestFor<E> & object
  /** What agreeing is called. */
  confirm: string
  /** Nobody loses anything by it. */
  isHarmless?: boolean
  children: (impact: ImpactOf<E>) => ReactNode
  onMade: () => void
  onClosed: () => void
}

/** Shows what a call would do, and makes it when told to. */
export const ImpactQuestion = <E extends Endpoint>({
  title,
  endpoint,
  request,
  confirm,
  isHarmless = false,
  children,
  onMade,
  onClosed,
}: ImpactQuestionProps<E>) => {
  const { impact, busy, answer } = useShownWrite(endpoint, request, (made) => {
    if (made) onMade()
    onClosed()
  })
  if (impact === undefined) return null
  return (
    <ImpactDialog title={title} confirm={confirm} danger={!isHarmless} busy={busy} onAnswer={answer}>
      {children(impact)}
    </ImpactDialog>
  )
}
