import { Switch as KitSwitch } from 'antd'
import type { Control } from './control.ts'
import './switch.css'

export const Switch = ({ value = false, onChange, onBlur: _onBlur, ...rest }: Control<boolean>) => (
  <KitSwitch
    checked={value}
    onChange={(next) => onChange?.(next)}
    checkedChildren="是"
    unCheckedChildren="否"
    {...rest}
  />
)

type WordSwitchProps = Control<boolean> & { words: readonly [on: string, off: string] }

/** Switch with the word of its state beside it. */
export const WordSwitch = ({ value = false, words: [on, off], onChange, onBlur: _, ...rest }: WordSwitchProps) => (
  <span className="word-switch">
    <KitSwitch checked={value} onChange={(next) => onChange?.(next)} {...rest} />
    <span aria-hidden="true">{value ? on : off}</span>
  </span>
)
