import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { declareExplanation } from '../../kernel/api/failure-toast.ts'
import { useOpened } from '../../ui/use-opened.tsx'

const ExplainDrawer = lazy(async () => ({
  default: (await import('../../features/explain/explain-drawer.tsx')).ExplainDrawer,
}))

/** Answers the 为什么？ of a refused call, whatever page it was made on. */
export const DenialDrawer = () => {
  const [drawer, open] = useOpened()
  const show = useEffectEvent((traceId: string) =>
    open((onClosed) => (
      <Suspense>
        <ExplainDrawer traceId={traceId} onClosed={onClosed} />
      </Suspense>
    )),
  )
  useEffect(() => declareExplanation((traceId) => show(traceId)), [])
  return drawer
}
