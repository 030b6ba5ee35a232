import {
  type DictionaryColor,
  dictionaryColors,
} from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import type { Control } from '../../../ui/control.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { colorNames } from './dictionary-words.ts'

const options = dictionaryColors.filter((color) => color !== '').map((value) => ({ value, label: colorNames[value] }))

const Colors = ({ onChange, value, ...control }: Control<DictionaryColor>) => (
  <Select<DictionaryColor>
    {...control}
    clearable
    placeholder={colorNames['']}
    options={options}
    value={value}
    onChange={(next) => onChange?.(next ?? '')}
  />
)

const Preview = () => {
  const [name, color] = [useFieldValue('name'), useFieldValue('color')]
  return (
    <>
      {t('显示为')} <Tag tone={(color as DictionaryColor) || 'plain'}>{String(name || t('名称'))}</Tag>
    </>
  )
}

/** The tone of an item, with what its label looks like. */
export const ColorField = () => (
  <Field<{ color: DictionaryColor }> name="color" help={<Preview />}>
    <Colors />
  </Field>
)
