import type { FunctionComponent } from 'react'
import type { BatchDrawerProps, BatchOutcome } from '../../../kernel/listing/batch-action.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

/** Opens a batch drawer for a single row and shows a refusal at once. */
export const forSingleRow =
  <Row extends { id: string }>(Drawer: FunctionComponent<BatchDrawerProps<Row>>) =>
  ({ row, onSaved, onClosed }: RowDrawerProps<Row>) => {
    const showResult = ({ failed: [refused] }: BatchOutcome) => {
      if (refused) return toast.error(refused.msg)
      toast.success(t('操作成功'))
      onSaved(row.id)
    }
    return <Drawer rows={[row]} onDone={showResult} onClosed={onClosed} />
  }
