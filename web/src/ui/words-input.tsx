import { Select } from 'antd'
import type { Control } from './control.ts'
import './select.css'

type WordsInputProps = Control<string[]> & { placeholder?: string }

/** List of words, each completed with Enter or a comma. */
export const WordsInput = ({ value = [], onChange, ...rest }: WordsInputProps) => (
  <Select<string[]>
    mode="tags"
    className="select"
    value={value}
    onChange={(words) => onChange?.([...new Set(words.map((word) => word.trim()).filter(Boolean))])}
    tokenSeparators={[',', '，', '\n']}
    open={false}
    suffixIcon={null}
    {...rest}
  />
)
