import {
  type DictionaryItemRow,
  dictionariesContract,
  dictionaryLayerWrite,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { ColorField } from './color-field.tsx'
import { colorNames, itemLabels, itemName, layerStatusOptions } from './dictionary-words.ts'
import './dictionaries.css'

type Values = z.output<typeof dictionaryLayerWrite>
type Field = 'name' | 'color' | 'sort' | 'status'

/** What the platform says of an item. */
const pickPlatform = ({ platform, name, color, sort, status }: DictionaryItemRow) =>
  platform ?? { name, color, sort, status }

/** Relabels, recolours, reorders or hides an item of the platform for the company. Values as the platform's are inherited. */
export const LayerForm = ({ row, onSaved, onClosed }: RowDrawerProps<DictionaryItemRow>) => {
  const write = useWrite(dictionariesContract.adjust, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const platform = pickPlatform(row)
  const own = <F extends Field>(values: Values, field: F) => (values[field] === platform[field] ? null : values[field])
  const save = (values: Values) => {
    const layer = {
      name: own(values, 'name'),
      color: own(values, 'color'),
      sort: own(values, 'sort'),
      status: own(values, 'status'),
    }
    return write.mutateAsync({ params: { id: row.id }, body: { ...layer, version: values.version } })
  }
  return (
    <DrawerForm
      title={t('调整字典项：{row}', { row: itemName(row) })}
      act={t('保存')}
      schema={dictionaryLayerWrite}
      labels={{ name: itemLabels.name, color: itemLabels.color, sort: itemLabels.sort, status: t('本公司') }}
      formatters={{
        color: (color) => colorNames[color ?? ''],
        status: (status) => (status === 0 ? t('隐藏') : t('显示', { context: 'state' })),
      }}
      initial={{
        name: row.name,
        color: row.color,
        sort: row.sort,
        version: row.layerVersion,
        status: row.status === 0 ? 0 : 1,
      }}
      busy={write.isPending}
      error={write.error}
      onSubmit={save}
      onClosed={onClosed}
    >
      <p className="dictionary-note">{t('仅对本公司生效，与平台值相同的内容随平台更新。')}</p>
      <TextField<Values> name="name" required maxLength={50} help={t('平台值：{name}', { name: platform.name })} />
      <ColorField />
      <NumberField<Values> name="sort" help={t('平台值：{sort}', { sort: platform.sort })} />
      <SelectField<Values>
        name="status"
        options={layerStatusOptions}
        disabled={row.closed || platform.status === 0}
        help={
          platform.status === 0
            ? t('平台已停用该字典项')
            : row.closed
              ? t('系统使用的字典项不能隐藏')
              : t('隐藏后不可再选')
        }
      />
    </DrawerForm>
  )
}
