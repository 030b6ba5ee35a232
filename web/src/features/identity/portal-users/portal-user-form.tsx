import {
  type PortalUserRow,
  type PortalUserWrite,
  portalUsersContract,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'

const { pages, update } = portalUsersContract

/** Corrects what a user typed when they registered. */
export const PortalUserForm = ({ row, onSaved, onClosed }: RowDrawerProps<PortalUserRow>) => {
  const { id, name, sex, version } = row
  const sexName = useDictionaryLabel('sex')
  const write = useWrite(update, { invalidates: [pages], onDone: () => onSaved(id) })
  return (
    <DrawerForm
      title={`编辑门户用户：${userName(row)}`}
      schema={update.body}
      labels={{ name: '姓名', sex: '性别' }}
      initial={{ name, sex: sex as PortalUserWrite['sex'], version }}
      formatters={{ sex: sexName }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <TextField<PortalUserWrite> name="name" maxLength={30} />
      <DictSelectField<PortalUserWrite> name="sex" group="sex" numeric />
    </DrawerForm>
  )
}
