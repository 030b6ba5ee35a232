import { Button } from '../../../ui/button.tsx'
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
    <section className="values-bar" aria-label="保存修改">
      <p role="status">
        <b>{changes.length} 项修改</b>
        {wrong > 0 && <span className="values-bar-problem">{wrong} 项填写有误</span>}
        {stale > 0 && <span className="values-bar-problem">{stale} 项已被他人修改</span>}
      </p>
      {wrong + stale > 0 && (
        <Button look="link" onClick={onLocate}>
          定位
        </Button>
      )}
      <span className="values-bar-buttons">
        <Button disabled={busy} onClick={onUndo}>
          还原
        </Button>
        <Button look="primary" loading={busy} onClick={onSave}>
          保存
        </Button>
      </span>
    </section>
  )
}
