import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { lazy, type ReactNode, Suspense } from 'react'

// Lazy: most rows have no custom field.
const CustomValue = lazy(async () => ({ default: (await import('./custom-value.tsx')).CustomValue }))

/** A value of a row as it is shown. */
export const shownValue = (field: OfferedField, value: CustomValues[string] | undefined): ReactNode =>
  value === undefined ? null : (
    <Suspense>
      <CustomValue field={field} value={value} />
    </Suspense>
  )
