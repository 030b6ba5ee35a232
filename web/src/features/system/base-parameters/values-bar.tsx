import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import type { TopicValues } from './use-topic-values.ts'

type ValuesBarProps = {
  values: TopicValues
  /** Shows the first value that cannot be saved. */
  onLocate: () => void
  onUndo: () => void
  onSave: () => void
}

/** What is unsaved and what stands against saving it; undo and save. */
export const ValuesBar = ({ values: { changes, findProblem, busy }, onLocate, onUndo, onSave }: ValuesBarProps) => {
  const stale = changes.filter(({ isStale }) => isStale).length
  const wrong = changes.filter((change) => !change.isStale && findProblem(change) !== undefined).length
  return (
    <section className="values-bar" aria-label={t('保存修改')}>
      <p role="status">
        <b>{t('{count} 项修改', { count: changes.length })}</b>
        {wrong > 0 && <span className="values-bar-problem">{t('{wrong} 项填写有误', { wrong })}</span>}
        {stale > 0 && <span className="values-bar-problem">{t('{stale} 项已被他人修改', { stale })}</span>}
      </p>
      {wrong + stale > 0 && (
        <Button look="link" onClick={onLocate}>
          {t('定位')}
        </Button>
      )}
      <span className="values-bar-buttons">
        <Button disabled={busy} onClick={onUndo}>
          {t('还原')}
        </Button>
        <Button look="primary" loading={busy} onClick={onSave}>
          {t('保存')}
        </Button>
      </span>
    </section>
  )
}
