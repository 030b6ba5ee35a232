import { type RoleRow, rolesContract, roleWrite } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { fieldLabels } from './role-words.ts'

const schema = z.pick(roleWrite, { name: true, code: true })
type Values = z.input<typeof schema>

/** Creates a role with the grants of this one. */
export const CopyForm = ({ row, onSaved, onClosed }: RowDrawerProps<RoleRow>) => {
  const copy = useWrite(rolesContract.copy, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  const { name, code } = fieldLabels
  return (
    <DrawerForm
      title={t('复制角色：{name}', { name: row.name })}
      act={t('复制角色')}
      schema={schema}
      labels={{ name, code }}
      initial={{ name: t('{name} 副本', { name: row.name.slice(0, 27) }), code: '' }}
      busy={copy.isPending}
      error={copy.error}
      onSubmit={(body) => copy.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <Note space="around">{t('新角色的授权与“{name}”相同，没有成员。', { name: row.name })}</Note>
      <TextField<Values> name="name" maxLength={30} />
      <TextField<Values> name="code" maxLength={31} placeholder={t('不填则自动生成')} />
    </DrawerForm>
  )
}
