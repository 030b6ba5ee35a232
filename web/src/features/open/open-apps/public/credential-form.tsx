import { secretCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type * as z from 'zod/mini'
import { DrawerForm } from '../../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField } from '../../../../kernel/forms/fields.tsx'

type Values = z.input<typeof secretCreate>
type CredentialFormProps = {
  what: '密钥' | '令牌'
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
    title={`${isRotation ? '轮换' : '新增'}${of}`}
    act={`${isRotation ? '轮换' : '新增'}${what}`}
    schema={secretCreate}
    labels={{ ...(isRotation && { overlapHours: `旧${what}保留（小时）` }), expireTime: '到期时间' }}
    initial={{ expireTime: null, overlapHours: isRotation ? 24 : null }}
    busy={write.isPending}
    error={write.error}
    onSubmit={onSubmit}
    onClosed={onClosed}
  >
    {isRotation && (
      <NumberField<Values>
        name="overlapHours"
        help={`保留期内新旧${what}均有效，到时旧${what}自动失效；0 为立即失效，不填则保留至原到期时间`}
      />
    )}
    <DateTimeField<Values> name="expireTime" placeholder="不限" help={`到期后须更换新${what}`} />
  </DrawerForm>
)
