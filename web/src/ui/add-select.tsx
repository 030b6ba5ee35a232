import { SearchSelect } from './search-select.tsx'
import type { Find } from './use-found-options.ts'

type AddSelectProps = {
  label: string
  /** Values that are in the list already: they are not offered. */
  taken: readonly string[]
  find: Find
  onAdd: (value: string) => void
}

/** Adds what is found while typing to a list; itself it stays empty. */
export const AddSelect = ({ label, taken, find, onAdd }: AddSelectProps) => (
  <SearchSelect
    // Remounts, so that what was added is no longer offered.
    key={taken.length}
    aria-label={label}
    placeholder={label}
    value={undefined}
    onChange={(value) => value !== undefined && onAdd(value)}
    find={async (...asked) => (await find(...asked)).filter((option) => !taken.includes(option.value))}
  />
)
