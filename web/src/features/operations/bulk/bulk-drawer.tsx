import { type BulkDetails, bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { isAcross, noInput } from '@atrium/contract/kernel/bulk.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { BulkDrawerProps } from '../../../kernel/listing/batch-action.ts'
import type { BulkForm, ListOperation } from '../../../kernel/listing/list-operations.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { BulkPreview } from './bulk-preview.tsx'
import './bulk.css'

const { create, createAcross } = bulkContract

const withoutForm: BulkForm = { schema: noInput, labels: {}, initial: {}, fields: undefined }

/** Asks what an operation needs, shows what it would do with each row, and starts it. */
export const BulkDrawer = ({
  bulk,
  operation,
  note,
  form: { fields, ...form } = withoutForm,
  danger = false,
  invalidates = [],
  ...drawer
}: ListOperation & BulkDrawerProps) => {
  const { entity, operations } = bulk
  const { selection, count, more, onClosed } = drawer
  const onDone = () => {
    for (const read of invalidates) void invalidate(read)
    drawer.onDone()
  }
  const [created, setCreated] = useState<BulkDetails>()
  const write = useWrite(isAcross(bulk) ? createAcross : create, { onDone: setCreated, silentSuccess: true })
  const title = operations[operation]?.title ?? ''
  if (created) return <BulkPreview created={created} danger={danger} onDone={onDone} onClosed={onClosed} />
  const rows = 'ids' in selection ? { ids: [...selection.ids] } : selection
  return (
    <DrawerForm
      title={
        more
          ? t('{name}（{detail} 以上）', { name: title, detail: numberText(count) })
          : notedText(title, numberText(count))
      }
      act={t('下一步')}
      {...form}
      busy={write.isPending}
      error={write.error}
      onSubmit={(input) => write.mutateAsync({ body: { entity, operation, input, ...rows } })}
      onClosed={onClosed}
    >
      <p className="bulk-note">{t('{note}下一步显示预检结果，确认后执行。', { note })}</p>
      {fields}
    </DrawerForm>
  )
}
