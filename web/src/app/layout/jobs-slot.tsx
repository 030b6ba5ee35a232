import { lazy, Suspense, useEffect, useState } from 'react'
import { paths } from '../paths.ts'
import { whenSettled } from '../when-settled.ts'

const JobsButton = lazy(async () => ({
  default: (await import('../../features/operations/jobs/jobs-button.tsx')).JobsButton,
}))

/** Place of the caller's runs in the top bar, filled once the first page has read what it shows. */
export const JobsSlot = () => {
  const [settled, setSettled] = useState(false)
  useEffect(
    () =>
      whenSettled(() => {
        setSettled(true)
        return undefined
      }),
    [],
  )
  return (
    settled && (
      <Suspense>
        <JobsButton all={paths.menu(['sys', 'jobs'])} />
      </Suspense>
    )
  )
}
