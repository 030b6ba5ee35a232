import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { declareExplanation } from '../../kernel/api/failure-toast.ts'
import { useOpened } from '../../ui/use-opened.tsx'
import { AttachTrail } from '../attach-trail.ts'

const ExplainDrawer = lazy(async () => ({
  default: (await import('../../features/explain/explain-drawer.tsx')).ExplainDrawer,
}))
const OwnFailureDrawer = lazy(async () => ({
  default: (await import('../../features/operation-logs/own-failure-drawer.tsx')).OwnFailureDrawer,
}))

/** Answers what is asked about a call that was refused or failed, whatever page it was made on. */
export const ExplanationDrawer = () => {
  const [drawer, open] = useOpened()
  const show = useEffectEvent((traceId: string, isRefused: boolean) => {
    const Explains = isRefused ? ExplainDrawer : OwnFailureDrawer
    open((onClosed) => (
      <Suspense>
        <Explains traceId={traceId} onClosed={onClosed}>
          <Suspense>
            <AttachTrail traceId={traceId} />
          </Suspense>
        </Explains>
      </Suspense>
    ))
  })
  useEffect(() => declareExplanation((traceId, isRefused) => show(traceId, isRefused)), [])
  return drawer
}
