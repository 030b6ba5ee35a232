import { Button } from '../../ui/button.tsx'
import './batch-bar.css'

type Choice = { label: string; danger?: boolean }
type BatchBarProps<Action extends Choice> = {
  /** How many rows are ticked, in words. */
  count: string
  actions: readonly Action[]
  onChoose: (action: Action) => void
  onNone: () => void
}

/** What can be done to the ticked rows. It lies over the foot of the list: no row moves when it comes. */
export const BatchBar = <Action extends Choice>({ count, actions, onChoose, onNone }: BatchBarProps<Action>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
  <div className="batch-bar" role="group" aria-label="批量操作">
    <span role="status">{count}</span>
    <Button look="quiet" onClick={onNone}>
      取消选择
    </Button>
    {actions.map((action) => (
      <Button key={action.label} danger={action.danger ?? false} onClick={() => onChoose(action)}>
        {action.label}
      </Button>
    ))}
  </div>
)
