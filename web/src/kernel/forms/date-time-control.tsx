import { type ComponentProps, lazy, Suspense } from 'react'

// Lazy: only forms with a timestamp load the calendar.
const DateTimeInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateTimeInput }))

/** Control for a timestamp in ISO 8601. */
export const DateTimeControl = (props: ComponentProps<typeof DateTimeInput>) => (
  <Suspense fallback={<div className="field-waiting" />}>
    <DateTimeInput {...props} />
  </Suspense>
)
