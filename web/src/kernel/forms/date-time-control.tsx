import { type ComponentProps, lazy, Suspense } from 'react'

// Only forms that ask for a moment carry the calendar.
const DateTimeInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateTimeInput }))

/** One moment, in ISO 8601; its calendar comes when it is first needed. */
export const DateTimeControl = (props: ComponentProps<typeof DateTimeInput>) => (
  <Suspense fallback={<div className="field-waiting" />}>
    <DateTimeInput {...props} />
  </Suspense>
)
