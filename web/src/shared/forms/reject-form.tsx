import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { requestTo } from '../../kernel/api/request-to.ts'
import { useWrite } from '../../kernel/api/use-write.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { t } from '../../ui/texts.ts'

type RejectFormProps = RowDrawerProps<{ id: string; version: number }> & {
  title: string
  /** Label of the button. */
  verb: string
  endpoint: Endpoint & { body: z.ZodMiniObject<{ reason: z.ZodMiniType<string>; version: z.ZodMiniType<number> }> }
  invalidates: readonly Endpoint[]
  /** Consequences for the applicant. */
  note?: ReactNode
  placeholder: string
}

/** Rejects a request with a reason. */
export const RejectForm = (props: RejectFormProps) => {
  const { row, title, verb, endpoint, invalidates, note, placeholder, onSaved, onClosed } = props
  const { id, version } = row
  const write = useWrite(endpoint, { invalidates, onDone: () => onSaved(id) })
  return (
    <DrawerForm
      title={title}
      act={verb}
      danger
      schema={endpoint.body}
      labels={{ reason: t('原因') }}
      initial={{ reason: '', version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync(requestTo<typeof endpoint>({ params: { id }, body }))}
      onClosed={onClosed}
    >
      {note}
      <TextAreaField<{ reason: string }> name="reason" maxLength={200} placeholder={placeholder} />
    </DrawerForm>
  )
}
