import { ImpactDialog, ImpactLines } from './impact-dialog.tsx'
import { useAnswer } from './use-answer.tsx'

type Told<I> = {
  title: (impact: I) => string
  headline?: (impact: I) => string
  confirm: string
  lines: (impact: I) => readonly string[]
}

/**
 * Shows what a change means, and waits for the answer. Out: what to render, `confirms` for the write, and whether somebody
 * is reading: then nothing is on its way.
 */
export const useImpactLines = <I,>({ title, headline, confirm, lines }: Told<I>) => {
  const [card, ask, isRead] = useAnswer()
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
