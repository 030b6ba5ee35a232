import { scopeNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import {
  type RoleRow,
  roleCreate,
  rolesContract,
  roleUpdate,
  type roleWrite,
  scopesOfNewRoles,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { affectedReads } from './affected-reads.ts'
import { findRoles } from './find-roles.ts'
import { fieldLabels, typeOptions } from './role-words.ts'
import { useImpactCard } from './use-impact-card.tsx'

type Values = z.input<typeof roleWrite>

const RoleFields = ({ own, children }: { own?: string; children?: ReactNode }) => (
  <>
    <TextField<Values> name="name" maxLength={30} />
    <TextField<Values> name="code" maxLength={31} placeholder="不填则自动生成" />
    <SelectField<Values> name="type" options={typeOptions} />
    <SearchSelectField<Values>
      name="parent"
      find={findRoles(own === undefined ? [] : [own])}
      placeholder="不继承"
      help="继承上级角色的菜单和元素，上级变化时一并变化"
    />
    {children}
    <NumberField<Values> name="sort" />
    <TextAreaField<Values> name="desc" maxLength={200} />
  </>
)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<RoleRow>, 'row'>) => {
  const create = useWrite(rolesContract.create, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  return (
    <DrawerForm
      title="新增角色"
      schema={roleCreate}
      labels={fieldLabels}
      initial={{ name: '', code: '', type: 'custom', parent: null, dataScope: 'self', sort: 0, desc: '' }}
      busy={create.isPending}
      error={create.error}
      onSubmit={(body) => create.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <RoleFields>
        <SelectField<z.input<typeof roleCreate>>
          name="dataScope"
          options={scopesOfNewRoles.map((value) => ({ value, label: scopeNames[value] }))}
          help="成员能看到谁的数据；指定组织和数据规则在“授权”中设置"
        />
      </RoleFields>
    </DrawerForm>
  )
}

/** Edits a role; changing its parent shows the impact first. */
export const EditForm = ({ row, onSaved, onClosed }: RowDrawerProps<RoleRow>) => {
  const [card, confirms, isRead] = useImpactCard(`修改“${row.name}”的影响`, '确认保存')
  const update = useWrite(rolesContract.update, {
    confirms,
    invalidates: affectedReads,
    onDone: () => onSaved(row.id),
  })
  const { name, code, type, parent, sort, desc, version } = row
  return (
    <>
      <DrawerForm
        title={`编辑角色：${name}`}
        schema={roleUpdate}
        labels={fieldLabels}
        formatters={{ type: (value) => typeNames[value], parent: (value) => (value ? '已选择' : '不继承') }}
        initial={{ name, code, type: type === 'template' ? 'template' : 'custom', parent, sort, desc, version }}
        busy={update.isPending && !isRead}
        error={update.error}
        onSubmit={(body) => update.mutateAsync({ params: { id: row.id }, body })}
        onClosed={onClosed}
      >
        <RoleFields own={row.id} />
      </DrawerForm>
      {card}
    </>
  )
}

/** Adds or edits a role. */
export const RoleForm = ({ row, ...rest }: ListFormProps<RoleRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
