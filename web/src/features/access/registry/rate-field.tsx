import { type ApiRow, type ApiUpdate, ratePers } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { ReactNode } from 'react'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import type { Control } from '../../../ui/control.ts'
import { FormField } from '../../../ui/form.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { apiLabels, perNames } from './registry-words.ts'

type Rate = ApiRow['rate']
const unlimited = 'none'
const options = [
  { value: unlimited, label: t('不限制') },
  ...ratePers.map((per) => ({ value: per, label: t('每人{per}最多', { per: perNames[per] }) })),
]
const defaultCount = 60
const findPer = (word: string | undefined) => ratePers.find((per) => per === word)

const RateControl = ({ value = null, onChange, ...rest }: Control<Rate>) => (
  <div className="rate-field">
    <Select
      {...rest}
      options={options}
      value={value?.per ?? unlimited}
      onChange={(word) => {
        const per = findPer(word)
        onChange?.(per === undefined ? null : { n: value?.n ?? defaultCount, per })
      }}
    />
    {value && (
      <>
        <NumberInput
          aria-label={t('次数')}
          value={value.n}
          // An empty field yields null, which the schema rejects.
          onChange={(n) => onChange?.({ ...value, n: n as number })}
          disabled={rest.disabled ?? false}
        />
        <span>{t('次', { context: 'calls' })}</span>
      </>
    )}
  </div>
)

/** Rate limit of an API per user; none by default. */
export const RateField = ({ disabled, help }: { disabled: boolean; help: ReactNode }) => {
  const { validate } = useFormRules()
  const name: keyof ApiUpdate = 'rate'
  return (
    <FormField name={name} label={apiLabels.rate} required={false} help={help} problem={() => validate(name)}>
      <RateControl disabled={disabled} />
    </FormField>
  )
}
