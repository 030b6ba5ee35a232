import { Input } from 'antd'
import { Search } from 'lucide-react'
import type { Control } from './control.ts'

type SearchInputProps = Control<string> & { maxLength: number; placeholder: string }

/** The box of a search. Enter is the form's business. */
export const SearchInput = ({ onChange, ...rest }: SearchInputProps) => (
  <Input
    type="text"
    inputMode="search"
    enterKeyHint="search"
    autoComplete="off"
    allowClear
    prefix={<Search aria-hidden size={16} className="search-input-icon" />}
    onChange={(event) => onChange?.(event.target.value)}
    {...rest}
  />
)
