import type { Control } from '../../ui/control.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Field, type FieldProps } from './fields.tsx'
import { useFormRules } from './form-context.ts'

/** An emptied amount is none. */
const OptionalMoney = ({ onChange, ...control }: Control<string | null>) => (
  <MoneyInput onChange={(typed) => onChange?.(typed || null)} {...control} />
)

/** @public A labelled amount of money. */
export const MoneyField = <V,>({ disabled = false, ...field }: FieldProps<V>) => {
  const Amount = useFormRules().isRequired(field.name) ? MoneyInput : OptionalMoney
  return (
    <Field<V> {...field}>
      <Amount disabled={disabled} />
    </Field>
  )
}
