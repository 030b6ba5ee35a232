import type { OrganizationRolesImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  type OrganizationDetail,
  type organizationCreate,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type * as z from 'zod/mini'
import { SearchSelectField, SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { useDictionary, useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { affected } from './affected-reads.ts'
import { findParents } from './find-parents.ts'
import { fieldLabels, statusImpactLines, statusOptions, stoppedHelp } from './organization-words.ts'

type Values = z.input<typeof organizationCreate>
const formLabels = { ...fieldLabels, custom: t('自定义字段') } as const

const Fields = () => (
  <>
    <TextField<Values> name="name" maxLength={50} />
    <TextField<Values> name="code" maxLength={30} placeholder={t('选填')} />
    <DictSelectField<Values> name="kind" group="orgKind" />
    <TextField<Values> name="phone" maxLength={20} placeholder={t('手机号，或 010-88886666')} />
    <TextField<Values> name="email" maxLength={254} />
    <SelectField<Values> name="status" options={statusOptions} help={stoppedHelp} />
    <CustomFields entity="organization" />
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
  const kind = useNewKind()
  return (
    <WriteForm
      title={t('新增组织')}
      act={t('新增组织')}
      endpoint={organizationsContract.create}
      labels={formLabels}
      initial={{ parent, name: '', code: '', kind, phone: '', email: '', status: 1, custom: {} }}
      invalidates={affected}
      onDone={({ id }) => onSaved(id)}
      onClosed={onClosed}
    >
      <SearchSelectField<Values> name="parent" find={findParents()} placeholder={t('顶级')} />
      <Fields />
    </WriteForm>
  )
}

/** Edits, starts or stops an organisation. The position is changed by moving. */
export const EditForm = ({ organization, onClosed }: { organization: OrganizationDetail; onClosed: () => void }) => {
  const [card, confirms, isRead] = useImpactLines<OrganizationRolesImpact>({
    title: ({ taken }) =>
      taken.length > 0
        ? t('停用“{name}”', { name: organization.name })
        : t('启用“{name}”', { name: organization.name }),
    confirm: t('确认保存'),
    lines: statusImpactLines,
  })
  const kindName = useDictionaryLabel('orgKind')
  const { id, name, code, kind, phone, email, status, version, custom = {} } = organization
  return (
    <>
      <WriteForm
        title={t('编辑组织：{name}', { name })}
        act={t('保存')}
        endpoint={organizationsContract.update}
        params={{ id }}
        labels={formLabels}
        formatters={{ kind: kindName, status: (value) => (value === 1 ? t('启用') : t('停用')) }}
        initial={{ name, code, kind, phone, email, status: status === 0 ? 0 : 1, version, custom }}
        confirms={confirms}
        invalidates={affected}
        isAsking={isRead}
        onClosed={onClosed}
      >
        <Fields />
      </WriteForm>
      {card}
    </>
  )
}
