import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../../ui/texts.ts'
import type { BatchOutcome } from './batch-action.ts'
import './batch-result.css'

type BatchResultProps = {
  label: string
  noun: string
  outcome: BatchOutcome
  /** Returns the name of a row. */
  toName: (id: string) => string
  onClose: () => void
}

/** Shows for how many rows a batch action succeeded, and why the others were refused. */
export const BatchResult = ({ label, noun, outcome: { total, failed }, toName, onClose }: BatchResultProps) => (
  <Dialog
    title={t('{label}的结果', { label })}
    onClose={onClose}
    footer={
      <Button look="primary" onClick={onClose}>
        {t('知道了')}
      </Button>
    }
  >
    <p>
      {t('{total} 个{noun}中，{total2} 个已完成，{count} 个未完成：', {
        total,
        noun,
        total2: total - failed.length,
        count: failed.length,
      })}
    </p>
    <ul className="batch-result">
      {failed.map(({ id, msg }) => (
        <li key={id}>
          <span>{toName(id)}</span>
          <span>{msg}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
