import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import type { RequestFor } from '../../kernel/api/call.ts'
import type { ImpactOf } from '../../kernel/api/call-confirmed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useShownWrite } from './use-shown-write.ts'

type RemovalQuestionProps<E extends Endpoint> = {
  title: string
  remove: E
  id: string
  children: (impact: ImpactOf<E>) => ReactNode
  onSaved: (id: string) => void
  onClosed: () => void
}

/** Shows what deleting a row would take with it, and deletes it when told to. */
export const RemovalQuestion = <E extends Endpoint>({
  title,
  remove,
  id,
  children,
  onSaved,
  onClosed,
}: RemovalQuestionProps<E>) => {
  const { impact, busy, answer } = useShownWrite(
    remove,
    { params: { id } } as unknown as RequestFor<E> & object,
    (made) => {
      if (made) onSaved(id)
      onClosed()
    },
  )
  if (impact === undefined) return null
  return (
    <Dialog
      title={title}
      onClose={() => !busy && answer(false)}
      footer={
        <>
          <Button disabled={busy} onClick={() => answer(false)}>
            取消
          </Button>
          <Button look="primary" danger loading={busy} onClick={() => answer(true)}>
            删除
          </Button>
        </>
      }
    >
      <div className="registry-impact">{children(impact)}</div>
    </Dialog>
  )
}
