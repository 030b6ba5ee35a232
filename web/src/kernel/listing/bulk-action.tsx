import type { BulkOperation } from '@atrium/contract/kernel/bulk.ts'
import type { BatchAction, BulkDrawerProps } from './batch-action.ts'
import { type ListOperation, listOperations } from './list-operations.ts'

/** An operation on many rows as an action of their list. */
export const bulkAction = <Row,>({ label, ...operation }: ListOperation & { label: string }): BatchAction<Row> => {
  const { endpoint } = operation.bulk.operations[operation.operation] as BulkOperation
  return {
    label,
    endpoint,
    danger: operation.danger ?? false,
    bulk: (props: BulkDrawerProps) => {
      const { BulkDrawer } = listOperations()
      return <BulkDrawer {...operation} {...props} />
    },
  }
}
