import { Switch as KitSwitch } from 'antd'
import type { Control } from './control.ts'

type SwitchProps = Control<boolean> & { words?: readonly [on: string, off: string] }

export const Switch = ({
  value = false,
  words: [on, off] = ['是', '否'],
  onChange,
  onBlur: _onBlur,
  ...rest
}: SwitchProps) => (
  <KitSwitch
    checked={value}
    onChange={(next) => onChange?.(next)}
    checkedChildren={on}
    unCheckedChildren={off}
    {...rest}
  />
)
