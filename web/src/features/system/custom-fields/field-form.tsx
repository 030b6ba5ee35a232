import {
  type CustomFieldRow,
  type CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { customKinds } from '@atrium/contract/kernel/custom-fields.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { NumberField, SearchSelectField, SelectField, SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../translations/public/name-translations.tsx'
import { invalidates } from './affected-reads.ts'
import { FieldPreview } from './field-preview.tsx'
import { fieldLabels, kindNames, statusOptions } from './field-words.ts'
import { findGroups } from './find-groups.ts'

type Values = CustomFieldWrite

/** What depends on the kind, which an existing field keeps. */
const OfKind = ({ kind }: { kind: CustomFieldWrite['kind'] | undefined }) => {
  const chosen = useFieldValue('kind')
  const shown = kind ?? chosen
  return (
    <>
      {shown === 'choice' && kind === undefined && (
        <SearchSelectField<Values>
          name="dictionary"
          required
          find={findGroups}
          help={t('可选内容在“字典管理”中维护')}
        />
      )}
      {shown === 'text' && <TextField<Values> name="pattern" maxLength={200} help={t('例如 [A-Z]-\\d+，不填则不限')} />}
    </>
  )
}

/** Adds a field to an entity, or changes one. Entity, key and kind stay. */
export const FieldForm = ({ row, ...rest }: ListFormProps<CustomFieldRow>) => {
  const isPlatform = useIsPlatform()
  const entities = useRead(customFieldsContract.entities, {}).data ?? []
  return (
    <CrudForm
      contract={customFieldsContract}
      noun={t('自定义字段')}
      name={row?.name}
      labels={fieldLabels}
      initial={{
        entity: 'user',
        name: '',
        key: '',
        kind: 'text',
        dictionary: '',
        help: '',
        pattern: '',
        required: false,
        unique: false,
        searchable: false,
        listed: true,
        sort: 0,
        status: 1,
      }}
      formatters={{ status: (value) => statusOptions.find((option) => option.value === value)?.label ?? '' }}
      toValues={({ status }) => ({ status: status === 1 ? (1 as const) : (0 as const) })}
      invalidates={invalidates}
      row={row}
      {...rest}
    >
      {!row && (
        <SelectField<Values>
          name="entity"
          options={entities.map(({ entity, title }) => ({ value: entity, label: t(title) }))}
        />
      )}
      <TextField<Values> name="name" maxLength={30} help={row && <NameTranslations name={row.name} />} />
      {!row && (
        <>
          <TextField<Values>
            name="key"
            maxLength={30}
            placeholder="costCenter"
            help={
              isPlatform
                ? t('用于接口、导入导出和单点登录，保存后不能修改')
                : t('用于接口、导入导出和单点登录，将加上前缀 c_，保存后不能修改')
            }
          />
          <SelectField<Values>
            name="kind"
            options={customKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          />
        </>
      )}
      <OfKind kind={row?.kind} />
      <TextField<Values> name="help" maxLength={100} />
      <SwitchField<Values> name="required" />
      <SwitchField<Values> name="unique" help={t('公司内任意两条数据的值不同')} />
      <SwitchField<Values> name="searchable" />
      <SwitchField<Values> name="listed" />
      <NumberField<Values> name="sort" />
      <SelectField<Values> name="status" options={statusOptions} />
      <FieldPreview kind={row?.kind} />
    </CrudForm>
  )
}
