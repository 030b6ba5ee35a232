import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import type { ReactNode } from 'react'
import { shownValue } from '../shown-value.tsx'
import { useCustomFields } from './use-custom-fields.ts'

/** The values of a row by the names of their fields, for its page. */
export const useCustomFacts = (entity: string, custom: CustomValues | undefined): Record<string, ReactNode> =>
  Object.fromEntries(useCustomFields(entity).map((field) => [field.name, shownValue(field, custom?.[field.key])]))
