import type { OrganizationRolesImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  type OrganizationDetail,
  organizationCreate,
  organizationsContract,
  organizationUpdate,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField, SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { useDictionary, useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { affected } from './affected-reads.ts'
import { findParents } from './find-parents.ts'
import { fieldLabels, statusImpactLines, statusOptions, stoppedHelp } from './organization-words.ts'

type Values = z.input<typeof organizationCreate>

const Fields = () => (
  <>
    <TextField<Values> name="name" maxLength={50} />
    <TextField<Values> name="code" maxLength={30} placeholder="选填" />
    <DictSelectField<Values> name="kind" group="orgKind" />
    <TextField<Values> name="phone" maxLength={20} placeholder="手机号，或 010-88886666" />
    <TextField<Values> name="email" maxLength={254} />
    <SelectField<Values> name="status" options={statusOptions} help={stoppedHelp} />
  </>
)

const usualKind = 'dept'
/** The kind of a new organisation: a department, or the first kind if departments are no longer offered. */
const useNewKind = (): string => {
  const offered = useDictionary('orgKind')?.filter(({ retired }) => !retired) ?? []
  const kind = offered.find(({ code }) => code === usualKind) ?? offered[0]
  return kind?.code ?? usualKind
}

type AddFormProps = { parent: string | null; onSaved: (id: string) => void; onClosed: () => void }

/** Adds an organisation, by default below the selected one. */
export const AddForm = ({ parent, onSaved, onClosed }: AddFormProps) => {
  const write = useWrite(organizationsContract.create, { invalidates: affected, onDone: ({ id }) => onSaved(id) })
  const kind = useNewKind()
  return (
    <DrawerForm
      title="新增组织"
      schema={organizationCreate}
      labels={fieldLabels}
      initial={{ parent, name: '', code: '', kind, phone: '', email: '', status: 1 }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <SearchSelectField<Values> name="parent" find={findParents()} placeholder="顶级" />
      <Fields />
    </DrawerForm>
  )
}

/** Edits, starts or stops an organisation. The position is changed by moving. */
export const EditForm = ({ organization, onClosed }: { organization: OrganizationDetail; onClosed: () => void }) => {
  const [card, confirms, isRead] = useImpactLines<OrganizationRolesImpact>({
    title: ({ taken }) => `${taken.length > 0 ? '停用' : '启用'}“${organization.name}”`,
    confirm: '确认保存',
    lines: statusImpactLines,
  })
  const kindName = useDictionaryLabel('orgKind')
  const write = useWrite(organizationsContract.update, { confirms, invalidates: affected })
  const { id, name, code, kind, phone, email, status, version } = organization
  return (
    <>
      <DrawerForm
        title={`编辑组织：${name}`}
        schema={organizationUpdate}
        labels={fieldLabels}
        formatters={{ kind: kindName, status: (value) => (value === 1 ? '启用' : '停用') }}
        initial={{ name, code, kind, phone, email, status: status === 0 ? 0 : 1, version }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
        onClosed={onClosed}
      >
        <Fields />
      </DrawerForm>
      {card}
    </>
  )
}
