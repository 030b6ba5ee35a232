import { Building2, ChevronsUpDown } from 'lucide-react'
import './company-chip.css'

type CompanyChipProps = {
  name: string
  /** Whether it is another company than one's own. */
  visited: boolean
  /** Whether it leads to other companies; otherwise it only tells. */
  leads: boolean
  onOpen: () => void
}

/** The company that this tab acts as. */
export const CompanyChip = ({ name, visited, leads, onOpen }: CompanyChipProps) => {
  const words = (
    <>
      <Building2 size={16} aria-hidden="true" />
      <span className="company-chip-name">{name}</span>
    </>
  )
  const look = { className: 'company-chip', 'data-visited': visited || undefined, title: name }
  if (!leads) return <span {...look}>{words}</span>
  return (
    <button type="button" {...look} aria-label={`切换公司，当前：${name}`} aria-haspopup="dialog" onClick={onOpen}>
      {words}
      <ChevronsUpDown size={14} aria-hidden="true" />
    </button>
  )
}
