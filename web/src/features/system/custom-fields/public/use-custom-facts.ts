import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import type { Fact } from '../../../../kernel/listing/facts.tsx'
import { shownValue } from '../shown-value.tsx'
import { useCustomFields } from './use-custom-fields.ts'

/** The values of a row with the names of their fields, for its page. */
export const useCustomFacts = (entity: string, custom: CustomValues | undefined): Fact[] =>
  useCustomFields(entity).map((field) => ({
    key: `custom.${field.key}`,
    label: field.name,
    value: shownValue(field, custom?.[field.key]),
  }))
