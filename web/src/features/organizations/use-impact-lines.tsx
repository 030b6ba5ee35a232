import type { OrganizationImpact } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { impactLines } from './organization-words.ts'
import './organizations.css'

type Told<I> = { title: (impact: I) => string; confirm: string; lines: (impact: I) => readonly string[] }

/**
 * Shows what a change means, and waits for the answer. Out: what to render, `confirms` for the write, and whether somebody
 * is reading: then nothing is on its way.
 */
export const useImpactLines = <I,>({ title, confirm, lines }: Told<I>) => {
  const [card, open] = useOpened()
  const [isRead, setRead] = useState(false)
  const confirms = (impact: I) =>
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
            title={title(impact)}
            onClose={() => answer(false)}
            footer={
              <>
                <Button onClick={() => answer(false)}>取消</Button>
                <Button look="primary" onClick={() => answer(true)}>
                  {confirm}
                </Button>
              </>
            }
          >
            <ul className="organization-impact">
              {lines(impact).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Dialog>
        )
      })
    })
  return [card, confirms, isRead] as const
}

/** The same for what goes along with a move. */
export const useMoveImpact = (what: '移动' | '合并' | '拆分') =>
  useImpactLines<OrganizationImpact>({
    title: ({ names }) => (names.length > 0 ? `${what}“${names.join('、')}”` : `${what}组织`),
    confirm: `确认${what}`,
    lines: impactLines,
  })
