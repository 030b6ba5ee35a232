import type { ComponentProps } from 'react'
import { t } from '../../ui/texts.ts'
import { TreeSelect } from '../../ui/tree-select.tsx'
import { Field, type FieldProps } from './fields.tsx'

type TreeSelectField<V> = FieldProps<V> & Pick<ComponentProps<typeof TreeSelect>, 'find' | 'load' | 'placeholder'>
/** Field for one node of a tree. A file of its own, so that other forms do not load the tree component. */
export const TreeSelectField = <V,>({
  disabled = false,
  find,
  load,
  placeholder = t('请选择'),
  ...field
}: TreeSelectField<V>) => (
  <Field<V> {...field}>
    <TreeSelect disabled={disabled} find={find} load={load} placeholder={placeholder} />
  </Field>
)
