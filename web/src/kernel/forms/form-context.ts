import { createContext, useContext } from 'react'

type FormRules = {
  labels: Readonly<Record<string, string>>
  isRequired: (field: string) => boolean
  problemWith: (field: string) => string | undefined
  currentValue: (field: string) => unknown
  /** What this field holds is written down nowhere, not even for its owner. */
  markSecret: (field: string) => void
}

export const FormRulesContext = createContext<FormRules | undefined>(undefined)

/** Labels and rules of the form around a field. */
export const useFormRules = (): FormRules => {
  const rules = useContext(FormRulesContext)
  if (!rules) throw new Error('a field is used outside a DrawerForm')
  return rules
}
