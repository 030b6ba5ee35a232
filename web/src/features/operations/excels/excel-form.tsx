import {
  type ExcelRow,
  type excelCreate,
  excelModes,
  excelsContract,
} from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Field, SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import type { Control } from '../../../ui/control.ts'
import { type Option, Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'
import { modeNames, statusNames } from './excel-words.ts'

type Values = z.input<typeof excelCreate>
const labels = {
  name: t('模板名称'),
  code: t('编码'),
  entity: t('数据'),
  mode: t('导入方式'),
  keys: t('匹配字段'),
  status: t('状态'),
} as const
const modeOptions = excelModes.map((value) => ({ value, label: modeNames[value] }))
const statusOptions = ([1, 0] as const).map((value) => ({ value, label: statusNames[value] }))

/** Sets of fields as options: a set is its names, joined. */
const KeysSelect = ({ value, onChange, sets, ...rest }: Control<string[]> & { sets: readonly Option[] }) => (
  <Select
    options={sets}
    placeholder={t('请选择')}
    clearable
    value={value?.join() || undefined}
    onChange={(chosen) => onChange?.(chosen === undefined ? [] : chosen.split(','))}
    {...rest}
  />
)
const EntitySelect = ({
  onChange,
  onPick,
  ...rest
}: Control<string | undefined> & { options: readonly Option[]; onPick: (entity: string | undefined) => void }) => (
  <Select
    placeholder={t('请选择')}
    onChange={(chosen) => {
      onPick(chosen)
      onChange?.(chosen)
    }}
    {...rest}
  />
)

/** Adds a template, or edits one. */
export const ExcelForm = ({ row, ...rest }: ListFormProps<ExcelRow>) => {
  const [entity, setEntity] = useState(row?.entity)
  const { data: entities = [] } = useRead(excelsContract.entities, {})
  const sets = (entities.find((each) => each.entity === entity)?.keys ?? []).map((set) => ({
    value: set.map(({ field }) => field).join(),
    label: set.map(({ title }) => title).join(' + '),
  }))
  return (
    <CrudForm
      contract={excelsContract}
      noun={t('模板')}
      name={row?.name}
      labels={labels}
      initial={{ name: '', code: '', entity: '', mode: 'upsert', keys: [], status: 1 }}
      formatters={{
        mode: (mode) => modeNames[mode],
        status: (status) => statusNames[status],
        keys: (keys) => listText(keys),
      }}
      row={row}
      {...rest}
    >
      {!row && (
        <Field<Values> name="entity" help={t('模板用于导入哪一类数据，新增后不可修改')}>
          <EntitySelect
            options={entities.map(({ entity: value, title }) => ({ value, label: title }))}
            onPick={setEntity}
          />
        </Field>
      )}
      <TextField<Values> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
      <TextField<Values> name="code" maxLength={30} />
      <SelectField<Values> name="mode" options={modeOptions} help={t('表中的数据已存在时修改，不存在时新增')} />
      <Field<Values> name="keys" help={t('按此字段判断数据是否已存在；仅新增时可不选')}>
        <KeysSelect sets={sets} />
      </Field>
      <SelectField<Values> name="status" options={statusOptions} help={t('停用后不能下载')} />
    </CrudForm>
  )
}
