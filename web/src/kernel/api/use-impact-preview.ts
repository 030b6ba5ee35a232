import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RequestFor } from './call.ts'
import type { ImpactOf } from './call-confirmed.ts'
import { invalidate } from './use-read.ts'
import { useWrite } from './use-write.ts'

/**
 * Requests the impact of a write when the component mounts. Returns the impact once known, whether the write is
 * running, and `answer` to accept or decline it. At the end, refetches the `affected` endpoints and calls `onEnded`
 * with whether it was applied.
 */
export const useImpactPreview = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E> & object,
  affected: readonly Endpoint[],
  onEnded: (wasWritten: boolean) => void,
) => {
  const [question, setQuestion] = useState<{ impact: ImpactOf<E>; answer: (yes: boolean) => void }>()
  const [busy, setBusy] = useState(false)
  const write = useWrite(endpoint, {
    confirms: (impact) =>
      new Promise((answer) => {
        setBusy(false)
        setQuestion({ impact, answer })
      }),
  })
  const start = useEffectEvent(async () => {
    const wasWritten = await write.mutateAsync(request).then(
      () => true,
      () => false,
    )
    // A refusal may mean that the rows have changed.
    await Promise.all(affected.map(invalidate))
    onEnded(wasWritten)
  })
  const started = useRef(false)
  useEffect(() => {
    // Effects rerun when a kept page is shown again; start the write once.
    if (started.current) return
    started.current = true
    void start()
  }, [])
  const answer = (yes: boolean) => {
    setBusy(yes)
    question?.answer(yes)
  }
  return { impact: question?.impact, busy, answer }
}
