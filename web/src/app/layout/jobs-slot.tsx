import { lazy, Suspense, useEffect, useState } from 'react'
import { whenSettled } from '../../shared/entry/when-settled.ts'
import { paths } from '../paths.ts'

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
