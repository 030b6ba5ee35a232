import { createContext, useContext } from 'react'
import type * as z from 'zod/mini'
import type { FormHandle } from '../../ui/form.tsx'
import { isRequired, validateField } from './validate-field.ts'

type FormRules = {
  labels: Readonly<Record<string, string>>
  isRequired: (field: string) => boolean
  /** The problem of a field, or of a part of its value. */
  validate: (field: string, ...path: string[]) => string | undefined
  currentValue: (field: string) => unknown
  /** Excludes the field from drafts. */
  markSecret: (field: string) => void
  /** Hears of each upload of a field that begins (1) and ends (-1): until then its value is not complete. */
  noteUpload: (change: 1 | -1) => void
}

export const FormRulesContext = createContext<FormRules | undefined>(undefined)

/** Labels and rules of the surrounding form. */
export const useFormRules = (): FormRules => {
  const rules = useContext(FormRulesContext)
  if (!rules) throw new Error('a field is used outside a DrawerForm')
  return rules
}

/** The rules of a form by the schema of its request body. */
export const createRules = (
  schema: z.ZodMiniObject,
  form: FormHandle,
  labels: FormRules['labels'],
  markSecret: FormRules['markSecret'] = () => undefined,
  noteUpload: FormRules['noteUpload'] = () => undefined,
): FormRules => ({
  labels,
  isRequired: (field) => isRequired(schema, field),
  validate: (field, ...path) => validateField(schema, form.values(), field, ...path),
  currentValue: (field) => form.values()[field],
  markSecret,
  noteUpload,
})
