import { Switch as KitSwitch } from 'antd'
import type { Control } from './control.ts'

export const Switch = ({ value = false, onChange, onBlur: _onBlur, ...rest }: Control<boolean>) => (
  <KitSwitch
    checked={value}
    onChange={(next) => onChange?.(next)}
    checkedChildren="是"
    unCheckedChildren="否"
    {...rest}
  />
)
