import type { DictionaryOption } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { Field, type FieldProps } from '../../../../kernel/forms/fields.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Control } from '../../../../ui/control.ts'
import { useSetField } from '../../../../ui/form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { useDictionary } from './use-dictionary.ts'
import '../dictionary-controls.css'

// One file: most pages need two of them, and the smaller pieces would be requests of their own.

type DictTagProps = { group: string; code: string | number }

/** The label of a code, as a tag if its item has a colour. Retired items keep their label; unknown codes show as such. */
export const DictTag = ({ group, code }: DictTagProps) => {
  const options = useDictionary(group)
  if (options === undefined || code === '') return null
  const option = options.find((each) => each.code === String(code))
  const label = option?.name ?? String(code)
  return option && option.color !== '' ? <Tag tone={option.color}>{label}</Tag> : label
}

/** As many as the server accepts. */
const maxLevels = 20
/** Longer lists are searched by typing. */
const maxUnsearched = 10

type DictSelectProps = Control<string | number | undefined> & {
  group: string
  /** Codes are numbers in the form. */
  numeric?: boolean
  placeholder?: string
  clearable?: boolean
}

/** The names from the top to an item, for items in a tree. */
const toPath = (options: readonly DictionaryOption[], { name, parent }: DictionaryOption, level = 1): string => {
  const above = parent === null || level === maxLevels ? undefined : options.find(({ code }) => code === parent)
  return above ? `${toPath(options, above, level + 1)} / ${name}` : name
}

/** Select for an item of a dictionary. A retired item is offered only where the value already is it. */
export const DictSelect = ({ group, numeric = false, value, onChange, ...control }: DictSelectProps) => {
  const loaded = useDictionary(group)
  const options = loaded ?? []
  const current = value === undefined || value === '' ? undefined : String(value)
  const offered = options.filter(({ code, retired }) => !retired || code === current)
  const isUnknown = current !== undefined && !offered.some(({ code }) => code === current)
  return (
    <Select<string>
      {...control}
      searchable={offered.length > maxUnsearched}
      options={[
        ...offered.map((option) => ({
          value: option.code,
          label: option.retired ? t('{name}（已停用）', { name: toPath(options, option) }) : toPath(options, option),
        })),
        ...(isUnknown ? [{ value: current, label: loaded ? current : '…' }] : []),
      ]}
      {...(current !== undefined && { value: current })}
      onChange={(next) => onChange?.(next === undefined ? '' : numeric ? Number(next) : next)}
    />
  )
}

type DictSelectFieldProps<V> = FieldProps<V> & Omit<DictSelectProps, keyof Control<never>>
/** Form field for an item of a dictionary. */
export const DictSelectField = <V,>({
  disabled = false,
  group,
  numeric = false,
  placeholder = t('请选择'),
  clearable = false,
  ...field
}: DictSelectFieldProps<V>) => (
  <Field<V> {...field}>
    <DictSelect group={group} numeric={numeric} placeholder={placeholder} clearable={clearable} disabled={disabled} />
  </Field>
)

/** The items of a dictionary as texts to fill into a field with one press. */
export const Suggestions = ({ group, field }: { group: string; field: string }) => {
  const set = useSetField()
  const offered = (useDictionary(group) ?? []).filter(({ retired }) => !retired)
  if (offered.length === 0) return null
  return (
    <span className="suggestions">
      {t('常用：')}
      {offered.map(({ code, name }) => (
        <Button key={code} look="link" onClick={() => set(field, name)}>
          {name}
        </Button>
      ))}
    </span>
  )
}
