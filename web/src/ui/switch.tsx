import { Switch as KitSwitch } from 'antd'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './switch.css'

type SwitchProps = Control<boolean> & { words?: readonly [on: string, off: string] }

/** Switch with the word of its state beside it. */
export const Switch = ({
  value = false,
  words: [on, off] = [t('已开启'), t('未开启')],
  onChange,
  onBlur: _,
  ...rest
}: SwitchProps) => (
  <span className="word-switch">
    <KitSwitch checked={value} onChange={(next) => onChange?.(next)} {...rest} />
    <span aria-hidden="true">{value ? on : off}</span>
  </span>
)
