import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { affectedReads } from './open-api-reads.ts'
import './open-apis.css'

const { deprecate } = openApisContract
type Values = z.input<typeof deprecate.body>

/** Announces when an API stops. */
export const DeprecateForm = ({ row, onSaved, onClosed }: RowDrawerProps<OpenApiRow>) => {
  const write = useWrite(deprecate, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={`弃用“${row.name}”`}
      danger="弃用"
      schema={deprecate.body}
      labels={{ sunset: '停用时间' }}
      initial={{ sunset: row.sunset ?? '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <p className="open-note">停用前仍可调用，响应头带有 Deprecation 和 Sunset；到期自动停用。</p>
      <DateTimeField<Values> name="sunset" placeholder="请选择时间" />
    </DrawerForm>
  )
}
