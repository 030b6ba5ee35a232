import type { Bulk } from '@atrium/contract/kernel/bulk.ts'
import type { CrudBulkOperations } from '@atrium/contract/kernel/crud-bulk.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { t } from '../../ui/texts.ts'
import type { BatchAction } from './batch-action.ts'
import { bulkAction } from './bulk-action.tsx'

type Changes<N extends string> = {
  labels: Readonly<Record<N, string>>
  /** The control of each field that can be changed. */
  fields: Readonly<Record<N, ReactNode>>
}

/**
 * @public The actions of `crudBulk` for a list: changing a field of many rows, and deleting them.
 *
 * @param bulk - what can be done with many rows
 */
export const crudBulkActions = <N extends string>(
  bulk: Pick<Bulk<z.core.$ZodShape, CrudBulkOperations<N>>, 'entity' | 'list' | 'operations'>,
  { labels, fields }: Changes<N>,
): BatchAction<unknown>[] => [
  ...Object.entries<ReactNode>(fields).map(([field, control]) =>
    bulkAction({
      bulk,
      operation: field,
      label: t('修改{field}', { field: labels[field as N] }),
      note: '',
      form: {
        schema: bulk.operations[field as N].input,
        labels,
        initial: { [field]: '' },
        fields: control,
      },
    }),
  ),
  bulkAction({ bulk, operation: 'remove', label: t('删除'), danger: true, note: t('删除后无法恢复。') }),
]
