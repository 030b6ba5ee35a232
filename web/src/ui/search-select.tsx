import { Select as KitSelect } from 'antd'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './select.css'
import { type Find, useFoundOptions } from './use-found-options.ts'

type SearchSelectProps = Control<string | undefined> & { find: Find; placeholder?: string }

/** Select with options found while typing. */
export const SearchSelect = ({ find, value, onChange, ...rest }: SearchSelectProps) => {
  const { options, select } = useFoundOptions(find, value || undefined)
  return (
    <KitSelect<string>
      {...select}
      allowClear={{ label: t('清空') }}
      options={[...options]}
      value={value || null}
      onChange={(next) => onChange?.(next ?? undefined)}
      {...rest}
    />
  )
}
