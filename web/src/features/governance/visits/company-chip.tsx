import { Building2, ChevronsUpDown } from 'lucide-react'
import { t } from '../../../ui/texts.ts'
import './company-chip.css'

type CompanyChipProps = {
  name: string
  /** Whether it is another company than the user's own. */
  visited: boolean
  /** Whether the user can switch companies; otherwise it is plain text. */
  canSwitch: boolean
  onOpen: () => void
}

/** The company of this tab. */
export const CompanyChip = ({ name, visited, canSwitch, onOpen }: CompanyChipProps) => {
  const content = (
    <>
      <Building2 size={16} aria-hidden="true" />
      <span className="company-chip-name">{name}</span>
    </>
  )
  const attributes = { className: 'company-chip', 'data-visited': visited || undefined, title: name }
  if (!canSwitch) return <span {...attributes}>{content}</span>
  return (
    <button
      type="button"
      {...attributes}
      aria-label={t('切换公司，当前：{name}', { name })}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {content}
      <ChevronsUpDown size={14} aria-hidden="true" />
    </button>
  )
}
