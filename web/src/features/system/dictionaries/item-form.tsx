import {
  type DictionaryItemRow,
  type DictionaryItemWrite,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import {
  DateTimeField,
  Field,
  JsonField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import type { Control } from '../../../ui/control.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { NameTranslations } from '../translations/public/name-translations.tsx'
import { affectedReads } from './affected-reads.ts'
import { ColorField } from './color-field.tsx'
import { colorNames, itemLabels, itemName, statusOptions } from './dictionary-words.ts'
import { useDictionary } from './public/use-dictionary.ts'
import { useGroups } from './use-groups.ts'

type Values = DictionaryItemWrite

type ParentsProps = Control<string | null> & { group: string; own: string | undefined }
const Parents = ({ group, own, value, onChange, ...control }: ParentsProps) => {
  const offered = (useDictionary(group) ?? []).filter(({ code, retired }) => !retired && code !== own)
  return (
    <Select<string>
      {...control}
      clearable
      placeholder={t('无')}
      options={offered.map(({ code, name }) => ({ value: code, label: name }))}
      value={value ?? undefined}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}
const ParentField = ({ row }: { row: DictionaryItemRow | undefined }) => {
  const chosen = useFieldValue('group')
  return (
    <Field<Values> name="parent">
      <Parents group={row?.group ?? String(chosen ?? '')} own={row?.code} />
    </Field>
  )
}

const GroupField = () => {
  const open = useGroups().filter(({ closed }) => !closed)
  return <SelectField<Values> name="group" options={open.map(({ code, name }) => ({ value: code, label: name }))} />
}

const formatters = {
  color: (color: Values['color']) => colorNames[color],
  status: (status: number) => (status === 1 ? t('启用') : t('停用')),
  startTime: (at: string | null) => (at ? formatMoment(at) : t('不限')),
  endTime: (at: string | null) => (at ? formatMoment(at) : t('不限')),
}

/** Adds an item to the chosen group, or edits one. */
export const ItemForm = ({ row, ...rest }: ListFormProps<DictionaryItemRow>) => {
  const [search] = usePageSearch()
  const { group: _group, ...editedLabels } = itemLabels
  return (
    <CrudForm
      contract={dictionariesContract}
      noun={t('字典项')}
      name={row && itemName(row)}
      labels={row ? editedLabels : itemLabels}
      initial={{
        group: search.get('f.group') ?? '',
        code: '',
        name: '',
        value: '',
        parent: null,
        sort: 100,
        color: '',
        status: 1,
        startTime: null,
        endTime: null,
        desc: '',
        tags: {},
      }}
      formatters={formatters}
      invalidates={affectedReads}
      row={row}
      {...rest}
    >
      {!row && <GroupField />}
      {!row && <TextField<Values> name="code" maxLength={40} help={t('数据中保存的是编码，保存后不能修改')} />}
      <TextField<Values> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
      <ColorField />
      <ParentField row={row} />
      <NumberField<Values> name="sort" help={t('数字越小越靠前')} />
      <SelectField<Values>
        name="status"
        options={statusOptions}
        disabled={row?.closed ?? false}
        help={t('停用后不可再选，已使用的数据仍显示其名称')}
      />
      <DateTimeField<Values> name="startTime" placeholder={t('立即生效')} />
      <DateTimeField<Values> name="endTime" placeholder={t('长期有效')} help={t('到期后不可再选')} />
      <TextField<Values> name="value" maxLength={200} placeholder={t('选填')} />
      <TextAreaField<Values> name="desc" maxLength={200} />
      <JsonField<Values> name="tags" help={t('供程序读取，一个 JSON 对象')} />
    </CrudForm>
  )
}
