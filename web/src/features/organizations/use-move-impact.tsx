import type { OrganizationImpact } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { impactLines } from './organization-words.ts'
import './organizations.css'

/**
 * Shows what goes along with a move, and waits for the answer. Out: what to render, `confirms` for the write, and whether
 * somebody is reading: then nothing is on its way.
 */
export const useMoveImpact = (what: '移动' | '合并' | '拆分') => {
  const [card, open] = useOpened()
  const [isRead, setRead] = useState(false)
  const confirms = (impact: OrganizationImpact) =>
    new Promise<boolean>((answered) => {
      setRead(true)
      open((onClosed) => {
        const answer = (agreed: boolean) => {
          setRead(false)
          onClosed()
          answered(agreed)
        }
        return (
          <Dialog
            title={impact.names.length > 0 ? `${what}“${impact.names.join('、')}”` : `${what}组织`}
            onClose={() => answer(false)}
            footer={
              <>
                <Button onClick={() => answer(false)}>取消</Button>
                <Button look="primary" onClick={() => answer(true)}>
                  {`确认${what}`}
                </Button>
              </>
            }
          >
            <ul className="organization-impact">
              {impactLines(impact).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Dialog>
        )
      })
    })
  return [card, confirms, isRead] as const
}
