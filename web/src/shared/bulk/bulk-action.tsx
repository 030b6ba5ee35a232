import type { BulkOperation } from '@atrium/contract/kernel/bulk.ts'
import { lazy } from 'react'
import type { BatchAction, BulkDrawerProps } from '../../kernel/listing/batch-action.ts'
import type { Operation } from './bulk-drawer.tsx'

// Loaded when opened.
const BulkDrawer = lazy(async () => ({ default: (await import('./bulk-drawer.tsx')).BulkDrawer }))

/** An operation on many rows as an action of their list. */
export const bulkAction = <Row,>({ label, ...operation }: Operation & { label: string }): BatchAction<Row> => {
  const { endpoint } = operation.bulk.operations[operation.operation] as BulkOperation
  return {
    label,
    endpoint,
    danger: operation.danger ?? false,
    bulk: (props: BulkDrawerProps) => <BulkDrawer {...operation} {...props} />,
  }
}
