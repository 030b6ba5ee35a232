import { secretCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type * as z from 'zod/mini'
import { DrawerForm } from '../../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField } from '../../../../kernel/forms/fields.tsx'
import { t } from '../../../../ui/texts.ts'

type Values = z.input<typeof secretCreate>
type CredentialFormProps = {
  /** A secret, or a token. */
  what: string
  /** Named in the title. */
  of: string
  isRotation: boolean
  write: { isPending: boolean; error: unknown }
  onSubmit: (body: z.output<typeof secretCreate>) => Promise<unknown>
  onClosed: () => void
}

/** Creates a secret or a token of an application; the valid ones may end after an overlap. */
export const CredentialForm = ({ what, of, isRotation, write, onSubmit, onClosed }: CredentialFormProps) => (
  <DrawerForm
    title={isRotation ? t('轮换{of}', { of }) : t('新增{of}', { of })}
    act={isRotation ? t('轮换{what}', { what }) : t('新增{what}', { what })}
    schema={secretCreate}
    labels={{ ...(isRotation && { overlapHours: t('旧{what}保留（小时）', { what }) }), expireTime: t('到期时间') }}
    initial={{ expireTime: null, overlapHours: isRotation ? 24 : null }}
    busy={write.isPending}
    error={write.error}
    onSubmit={onSubmit}
    onClosed={onClosed}
  >
    {isRotation && (
      <NumberField<Values>
        name="overlapHours"
        help={t('保留期内新旧{what}均有效，到时旧{what}自动失效；0 为立即失效，不填则保留至原到期时间', { what })}
      />
    )}
    <DateTimeField<Values> name="expireTime" placeholder={t('不限')} help={t('到期后须更换新{what}', { what })} />
  </DrawerForm>
)
