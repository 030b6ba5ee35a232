import { ImpactDialog, ImpactLines } from './impact-dialog.tsx'
import { useConfirmCard } from './use-confirm-card.tsx'

type ImpactLinesOptions<I> = {
  title: (impact: I) => string
  headline?: (impact: I) => string
  confirm: string
  lines: (impact: I) => readonly string[]
}

/**
 * Shows the impact of a change line by line and waits for the answer.
 * @returns the element to render, `confirms` for the write, and whether the user is still reading: then no call is
 *   running.
 */
export const useImpactLines = <I,>({ title, headline, confirm, lines }: ImpactLinesOptions<I>) => {
  const [card, ask, isRead] = useConfirmCard()
  const confirms = (impact: I) =>
    ask((onAnswer) => (
      <ImpactDialog
        title={title(impact)}
        confirm={confirm}
        {...(headline && { headline: headline(impact) })}
        onAnswer={onAnswer}
      >
        <ImpactLines lines={lines(impact)} />
      </ImpactDialog>
    ))
  return [card, confirms, isRead] as const
}
