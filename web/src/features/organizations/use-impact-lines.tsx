import type { OrganizationImpact } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { ImpactDialog, ImpactLines } from '../../ui/impact-dialog.tsx'
import { useAnswer } from '../../ui/use-answer.tsx'
import { impactLines } from './organization-words.ts'

type Told<I> = { title: (impact: I) => string; confirm: string; lines: (impact: I) => readonly string[] }

/**
 * Shows what a change means, and waits for the answer. Out: what to render, `confirms` for the write, and whether somebody
 * is reading: then nothing is on its way.
 */
export const useImpactLines = <I,>({ title, confirm, lines }: Told<I>) => {
  const [card, ask, isRead] = useAnswer()
  const confirms = (impact: I) =>
    ask((onAnswer) => (
      <ImpactDialog title={title(impact)} confirm={confirm} onAnswer={onAnswer}>
        <ImpactLines lines={lines(impact)} />
      </ImpactDialog>
    ))
  return [card, confirms, isRead] as const
}

/** The same for what goes along with a move. */
export const useMoveImpact = (what: '移动' | '合并' | '拆分') =>
  useImpactLines<OrganizationImpact>({
    title: ({ names }) => (names.length > 0 ? `${what}“${names.join('、')}”` : `${what}组织`),
    confirm: `确认${what}`,
    lines: impactLines,
  })
