import { accessRequestApproval } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import type * as z from 'zod/mini'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, SelectField } from '../../../kernel/forms/fields.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'

type Values = z.output<typeof accessRequestApproval>
type RoleFormProps = {
  title: string
  act: string
  /** What the assignment does, in a sentence. */
  note: string
  roles: readonly { id: string; name: string; everything: boolean; grantable: boolean }[]
  version: number
  busy: boolean
  error: unknown
  onSubmit: (values: Values) => Promise<unknown>
  onClosed: () => void
}

/** Assigns one of several roles, optionally with an expiry. */
export const RoleForm = ({ title, note, roles, version, ...form }: RoleFormProps) => {
  const grantable = roles.filter((role) => role.grantable)
  return (
    <DrawerForm
      title={title}
      schema={accessRequestApproval}
      labels={{ roleId: t('角色'), expireTime: t('有效期至') }}
      // A role with all rights is never preselected.
      initial={{ roleId: grantable.find(({ everything }) => !everything)?.id ?? '', expireTime: null, version }}
      {...form}
    >
      <Note space="form">{note}</Note>
      <SelectField<Values>
        name="roleId"
        options={grantable.map(({ id, name, everything }) => ({
          value: id,
          label: everything ? t('{name}（拥有全部权限）', { name }) : name,
        }))}
        help={
          grantable.length > 0
            ? t('拥有所需权限的角色，权限少的排在前面')
            : t('没有您可授予的角色，请先在角色管理中新增，或由权限更高的管理员处理')
        }
      />
      <DateTimeField<Values> name="expireTime" placeholder={t('长期有效')} help={t('到期自动收回；不填则长期有效')} />
    </DrawerForm>
  )
}
