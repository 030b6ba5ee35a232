import { lazy, Suspense } from 'react'
import { paths } from '../paths.ts'
import { useSettled } from './use-settled.ts'

const JobsButton = lazy(async () => ({
  default: (await import('../../features/operations/jobs/jobs-button.tsx')).JobsButton,
}))
const CountWaiting = lazy(async () => ({ default: (await import('./count-waiting.tsx')).CountWaiting }))

const ConnectionBar = lazy(async () => ({ default: (await import('./connection-bar.tsx')).ConnectionBar }))

/** Place of the caller's runs in the top bar, and what counts for the sidebar, filled once the first page has settled. */
export const SettledSlots = ({ isVisiting }: { isVisiting: boolean }) =>
  useSettled() && (
    <Suspense>
      <JobsButton all={paths.menu(['sys', 'jobs'])} />
      <CountWaiting isVisiting={isVisiting} />
    </Suspense>
  )

/** Place of the bar that says when the server is away: loaded while it is there. */
export const ConnectionSlot = () =>
  useSettled() && (
    <Suspense>
      <ConnectionBar />
    </Suspense>
  )
