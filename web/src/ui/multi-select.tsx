import { Select as KitSelect } from 'antd'
import type { Control } from './control.ts'
import './select.css'

type MultiSelectProps = Control<readonly string[]> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  placeholder: string
}

/** Several of a few; those that cannot be chosen are shown all the same. */
export const MultiSelect = ({ options, value = [], onChange, ...rest }: MultiSelectProps) => (
  <KitSelect<string[]>
    mode="multiple"
    className="select"
    options={[...options]}
    value={[...value]}
    onChange={(next) => onChange?.(next)}
    showSearch={{ optionFilterProp: 'label' }}
    notFoundContent="没有匹配的选项"
    {...rest}
  />
)
