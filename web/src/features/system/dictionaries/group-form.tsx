import {
  type DictionaryGroupRow,
  type DictionaryGroupWrite,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { NumberField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../translations/public/name-translations.tsx'
import { affectedReads } from './affected-reads.ts'
import { groupLabels } from './dictionary-words.ts'

const { groups: list, createGroup: create, updateGroup: update } = dictionariesContract

/** Adds a group, or edits one. */
export const GroupForm = ({ row, ...rest }: ListFormProps<DictionaryGroupRow>) => (
  <CrudForm
    contract={{ list, create, update }}
    noun={t('分组')}
    name={row?.name}
    labels={groupLabels}
    initial={{ code: '', name: '', sort: 1000, desc: '' }}
    invalidates={affectedReads}
    row={row}
    {...rest}
  >
    {!row && (
      <TextField<DictionaryGroupWrite>
        name="code"
        maxLength={40}
        placeholder={t('例如 orderState')}
        help={t('保存后不能修改')}
      />
    )}
    <TextField<DictionaryGroupWrite> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
    <NumberField<DictionaryGroupWrite> name="sort" help={t('数字越小越靠前')} />
    <TextAreaField<DictionaryGroupWrite> name="desc" maxLength={200} />
  </CrudForm>
)
