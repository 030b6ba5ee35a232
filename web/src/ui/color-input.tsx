import { t } from './texts.ts'
import './color-input.css'
import type { Control } from './control.ts'
import { LineInput } from './line-input.tsx'

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** Colour input, picked or typed as `#rrggbb`; may be empty. */
export const ColorInput = ({ value = '', onChange, onBlur, disabled, ...rest }: Control<string>) => {
  const shared = { ...(onChange && { onChange }), ...(onBlur && { onBlur }), ...(disabled && { disabled }) }
  return (
    <span className="color-input">
      <input
        type="color"
        aria-label={isColor(value) ? t('选取颜色') : t('选取颜色，未设置')}
        data-unset={!isColor(value) || undefined}
        value={isColor(value) ? value : '#ffffff'}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.value)}
        onBlur={onBlur}
      />
      <LineInput {...rest} {...shared} value={value} maxLength={7} placeholder="#0a53c1" />
    </span>
  )
}
