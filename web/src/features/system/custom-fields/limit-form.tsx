import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import {
  type CustomFieldRow,
  customFieldLimit,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { fieldEffects } from '@atrium/contract/kernel/restrictions.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchManyField, SelectField } from '../../../kernel/forms/fields.tsx'
import { findRows } from '../../../kernel/listing/find-rows.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { invalidates } from './affected-reads.ts'
import { effectNames } from './field-words.ts'

const everyone = 'none'
const limitForm = z.extend(z.omit(customFieldLimit, { effect: true }), { effect: z.enum([everyone, ...fieldEffects]) })
type Values = z.input<typeof limitForm>

const findRoles: Find = async (...asked) =>
  (await findRows(rolesContract, asked)).map(({ id, name, code }) => ({ value: id, label: notedText(name, code) }))
const Roles = () =>
  useFieldValue('effect') === everyone ? null : (
    <SearchManyField<Values> name="roleIds" find={findRoles} help={t('拥有其中任一角色的用户不受限制')} />
  )

/** Sets which roles of the company see and change a field. */
export const LimitForm = ({ row, onSaved, onClosed }: RowDrawerProps<CustomFieldRow>) => {
  const write = useWrite(customFieldsContract.limit, { invalidates, onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={t('设置可见角色：{name}', { name: row.name })}
      act={t('保存')}
      schema={limitForm}
      labels={{ effect: t('其他用户'), roleIds: t('不受限制的角色') }}
      initial={{ effect: row.effect ?? everyone, roleIds: row.roles.map(({ id }) => id) }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ effect, roleIds }) =>
        write.mutateAsync({
          params: { id: row.id },
          body: effect === everyone ? { effect: null, roleIds: [] } : { effect, roleIds },
        })
      }
      onClosed={onClosed}
    >
      <SelectField<Values>
        name="effect"
        options={[
          { value: everyone, label: t('不限制') },
          ...fieldEffects.map((effect) => ({ value: effect, label: effectNames[effect] })),
        ]}
        help={t('对不拥有以下角色的用户生效')}
      />
      <Roles />
    </DrawerForm>
  )
}
