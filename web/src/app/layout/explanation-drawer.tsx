import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { registerExplanation } from '../../kernel/api/failure-toast.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { AttachBreadcrumbs } from '../attach-breadcrumbs.ts'

const ExplainDrawer = lazy(async () => ({
  default: (await import('../../features/governance/explain/explain-drawer.tsx')).ExplainDrawer,
}))
const OwnFailureDrawer = lazy(async () => ({
  default: (await import('../../features/audit/failures/own-failure-drawer.tsx')).OwnFailureDrawer,
}))

/** Shows the explanation of a refused or failed call, from any page. */
export const ExplanationDrawer = () => {
  const [drawer, open] = useOverlay()
  const show = useEffectEvent((traceId: string, isRefused: boolean) => {
    const Explains = isRefused ? ExplainDrawer : OwnFailureDrawer
    open((onClosed) => (
      <Explains traceId={traceId} onClosed={onClosed}>
        <Suspense>
          <AttachBreadcrumbs traceId={traceId} />
        </Suspense>
      </Explains>
    ))
  })
  useEffect(() => registerExplanation((traceId, isRefused) => show(traceId, isRefused)), [])
  return drawer
}
