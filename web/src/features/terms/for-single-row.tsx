import type { FunctionComponent } from 'react'
import type { BatchDrawerProps, BatchOutcome } from '../../kernel/listing/batch-action.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { toast } from '../../ui/toast.ts'

/** The drawer for several rows, opened from one: what is refused is said at once. */
export const forOne =
  <Row extends { id: string }>(Drawer: FunctionComponent<BatchDrawerProps<Row>>) =>
  ({ row, onSaved, onClosed }: RowDrawerProps<Row>) => {
    const tell = ({ failed: [refused] }: BatchOutcome) => {
      if (refused) return toast.error(refused.msg)
      toast.success('操作成功')
      onSaved(row.id)
    }
    return <Drawer rows={[row]} onDone={tell} onClosed={onClosed} />
  }
