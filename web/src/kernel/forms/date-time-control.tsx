import { type ComponentProps, lazy, Suspense } from 'react'

// Lazy: only forms with a day or a timestamp load the calendar.
const DateTimeInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateTimeInput }))

const DateInput = lazy(async () => ({ default: (await import('../../ui/date-inputs.tsx')).DateInput }))

/** Control for a day, `yyyy-MM-dd`. */
export const DateControl = (props: ComponentProps<typeof DateInput>) => (
  <Suspense fallback={<div className="field-waiting" />}>
    <DateInput {...props} />
  </Suspense>
)

/** Control for a timestamp in ISO 8601. */
export const DateTimeControl = (props: ComponentProps<typeof DateTimeInput>) => (
  <Suspense fallback={<div className="field-waiting" />}>
    <DateTimeInput {...props} />
  </Suspense>
)
