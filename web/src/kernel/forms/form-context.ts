import { createContext, useContext } from 'react'

type FormRules = {
  labels: Readonly<Record<string, string>>
  isRequired: (field: string) => boolean
  validate: (field: string) => string | undefined
  currentValue: (field: string) => unknown
  /** Excludes the field from drafts. */
  markSecret: (field: string) => void
}

export const FormRulesContext = createContext<FormRules | undefined>(undefined)

/** Labels and rules of the surrounding form. */
export const useFormRules = (): FormRules => {
  const rules = useContext(FormRulesContext)
  if (!rules) throw new Error('a field is used outside a DrawerForm')
  return rules
}
