import { lazy, Suspense } from 'react'
import { useCustomFields } from './use-custom-fields.ts'

// Lazy: most forms have no custom field.
const CustomInputs = lazy(async () => ({ default: (await import('../custom-inputs.tsx')).CustomInputs }))

/** The custom fields of an entity in its form, whose value `custom` holds theirs. */
export const CustomFields = ({ entity }: { entity: string }) => {
  const fields = useCustomFields(entity)
  if (fields.length === 0) return null
  return (
    <Suspense fallback={<div className="field-waiting" />}>
      <CustomInputs entity={entity} fields={fields} />
    </Suspense>
  )
}
