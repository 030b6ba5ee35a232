import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { t } from './texts.ts'
import './chosen-list.css'

/** List of selected items. */
export const ChosenList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="chosen" aria-label={label}>
    {children}
  </ul>
)

type ChosenItemProps = { name: string; code?: string; onRemove?: (() => void) | undefined }
export const ChosenItem = ({ name, code, onRemove }: ChosenItemProps) => (
  <li>
    <span>{name}</span>
    {code !== undefined && <span className="chosen-code">{code}</span>}
    {onRemove && (
      <Button
        look="quiet"
        aria-label={t('移除{name}', { name })}
        icon={<X size={16} aria-hidden="true" />}
        onClick={onRemove}
      >
        {null}
      </Button>
    )}
  </li>
)
