import { scopeNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import {
  type RoleRow,
  type roleCreate,
  rolesContract,
  type roleWrite,
  scopesOfNewRoles,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type * as z from 'zod/mini'
import {
  Field,
  NumberField,
  SearchSelectField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'
import { affectedReads } from './affected-reads.ts'
import { findRoles } from './find-roles.ts'
import { LayoutInput } from './layout-input.tsx'
import { fieldLabels, typeOptions } from './role-words.ts'
import { useImpactCard } from './use-impact-card.tsx'

type Values = z.input<typeof roleWrite>

/** Adds a role, or edits one; changing its parent shows the impact first. */
export const RoleForm = ({ row, ...rest }: ListFormProps<RoleRow>) => {
  const impact = useImpactCard(t('修改“{name}”的影响', { name: row?.name }), t('确认保存'))
  return (
    <CrudForm
      contract={rolesContract}
      noun={t('角色')}
      name={row?.name}
      labels={fieldLabels}
      initial={{
        name: '',
        code: '',
        type: 'custom',
        parent: null,
        dataScope: 'self',
        sort: 0,
        desc: '',
        workbench: null,
      }}
      formatters={{
        type: (value) => t(typeNames[value]),
        parent: (value) => (value ? t('已选择') : t('不继承')),
        workbench: (value) => (value ? t('已设置') : t('不设置')),
      }}
      invalidates={affectedReads}
      impact={impact}
      toValues={({ type }) => ({ type: type === 'template' ? ('template' as const) : ('custom' as const) })}
      row={row}
      {...rest}
    >
      <TextField<Values> name="name" maxLength={30} help={<NameTranslations name={row?.name} />} />
      <TextField<Values> name="code" maxLength={31} placeholder={t('不填则自动生成')} />
      <SelectField<Values> name="type" options={typeOptions} />
      <SearchSelectField<Values>
        name="parent"
        find={findRoles(row ? [row.id] : [])}
        placeholder={t('不继承')}
        help={t('继承上级角色的菜单和权限点，随上级同步变更')}
      />
      {!row && (
        <SelectField<z.input<typeof roleCreate>>
          name="dataScope"
          options={scopesOfNewRoles.map((value) => ({ value, label: t(scopeNames[value]) }))}
          help={t('成员可查看的数据范围；指定组织和数据规则在“授权”中设置')}
        />
      )}
      <NumberField<Values> name="sort" />
      <TextAreaField<Values> name="desc" maxLength={200} />
      <Field<Values> name="workbench" help={t('成员没有自己调整过布局时采用；有多个角色的，以排序靠前的为准')}>
        <LayoutInput />
      </Field>
    </CrudForm>
  )
}
