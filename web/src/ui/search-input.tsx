import Input from 'antd/es/input/Input'
import { CircleX, Search } from 'lucide-react'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './search-input.css'

type SearchInputProps = Control<string> & {
  maxLength: number
  placeholder: string
  /** Called after the text was cleared by its button. */
  onClear?: () => void
}

/** Search box. Enter submits the surrounding form. */
export const SearchInput = ({ onChange, ...rest }: SearchInputProps) => (
  <Input
    className="search-input"
    inputMode="search"
    enterKeyHint="search"
    autoComplete="off"
    allowClear={{ clearIcon: <CircleX role="img" aria-label={t('清空')} size={14} /> }}
    prefix={<Search aria-hidden size={16} className="search-input-icon" />}
    onChange={(event) => onChange?.(event.target.value)}
    {...rest}
  />
)
