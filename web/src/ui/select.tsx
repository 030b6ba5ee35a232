import { Select as KitSelect } from 'antd'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './select.css'

export type Option<V extends string | number = string> = { value: V; label: string; disabled?: boolean }

type SelectProps<V extends string | number> = Control<V | undefined> & {
  options: readonly Option<V>[]
  placeholder?: string
  clearable?: boolean
  /** Narrows the options by typing. */
  searchable?: boolean
}

/** Select with a fixed list of options. */
export const Select = <V extends string | number>({
  options,
  clearable = false,
  searchable = false,
  onChange,
  value,
  ...rest
}: SelectProps<V>) => (
  <KitSelect<V>
    className="select"
    options={[...options]}
    showSearch={searchable && { optionFilterProp: 'label' }}
    allowClear={clearable && { label: t('清空') }}
    // An empty string shows the placeholder.
    value={value === undefined || value === '' ? null : value}
    onChange={(next) => onChange?.(next ?? undefined)}
    {...rest}
  />
)
