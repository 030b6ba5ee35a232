import {
  type PortalUserRow,
  type PortalUserWrite,
  portalUsersContract,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'

const { pages, update } = portalUsersContract

/** Corrects what a user typed when they registered. */
export const PortalUserForm = ({ row, onSaved, onClosed }: RowDrawerProps<PortalUserRow>) => {
  const { id, name, sex, version } = row
  const sexName = useDictionaryLabel('sex')
  return (
    <WriteForm
      title={t('编辑门户用户：{row}', { row: userName(row) })}
      act={t('保存')}
      endpoint={update}
      params={{ id }}
      labels={{ name: t('姓名'), sex: t('性别') }}
      initial={{ name, sex: sex as PortalUserWrite['sex'], version }}
      formatters={{ sex: sexName }}
      invalidates={[pages]}
      onDone={() => onSaved(id)}
      onClosed={onClosed}
    >
      <TextField<PortalUserWrite> name="name" maxLength={30} />
      <DictSelectField<PortalUserWrite> name="sex" group="sex" numeric />
    </WriteForm>
  )
}
