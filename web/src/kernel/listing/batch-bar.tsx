import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import './batch-bar.css'

type Choice = { label: string; danger?: boolean }
type BatchBarProps<Action extends Choice> = {
  /** Text with the number of ticked rows. */
  count: string
  actions: readonly Action[]
  /** Chooses all rows that the list finds; its label says how many. */
  all?: { label: string; onChoose: () => void } | undefined
  onChoose: (action: Action) => void
  onNone: () => void
}

/** Actions on the ticked rows. Overlays the bottom of the list, so that rows do not move. */
export const BatchBar = <Action extends Choice>({ count, actions, all, onChoose, onNone }: BatchBarProps<Action>) => (
  <Group className="batch-bar" label="批量操作">
    <span role="status">{count}</span>
    {all && (
      <Button look="link" onClick={all.onChoose}>
        {all.label}
      </Button>
    )}
    <Button look="quiet" onClick={onNone}>
      取消选择
    </Button>
    {actions.map((action) => (
      <Button key={action.label} danger={action.danger ?? false} onClick={() => onChoose(action)}>
        {action.label}
      </Button>
    ))}
  </Group>
)
