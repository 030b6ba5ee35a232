import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RequestFor } from './call.ts'
import type { ImpactOf } from './call-confirmed.ts'
import { invalidate, useWrite } from './use-endpoint.ts'

/**
 * Asks what a write would do as soon as it is on the screen. Out: the impact once it is known, whether the write is being
 * made, and the way to answer. What is `affected` is read again once it is over; `onEnded` hears of that, and whether it was made.
 */
export const useShownWrite = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E> & object,
  affected: readonly Endpoint[],
  onEnded: (made: boolean) => void,
) => {
  const [asked, setAsked] = useState<{ impact: ImpactOf<E>; answer: (yes: boolean) => void }>()
  const [busy, setBusy] = useState(false)
  const write = useWrite(endpoint, {
    confirms: (impact) =>
      new Promise((answer) => {
        setBusy(false)
        setAsked({ impact, answer })
      }),
  })
  const begin = useEffectEvent(async () => {
    const made = await write.mutateAsync(request).then(
      () => true,
      () => false,
    )
    // A refusal too says that the rows are no longer what they were.
    await Promise.all(affected.map(invalidate))
    onEnded(made)
  })
  const begun = useRef(false)
  useEffect(() => {
    // Effects run again when a kept page comes back; a write begins once.
    if (begun.current) return
    begun.current = true
    void begin()
  }, [])
  const answer = (yes: boolean) => {
    setBusy(yes)
    asked?.answer(yes)
  }
  return { impact: asked?.impact, busy, answer }
}
