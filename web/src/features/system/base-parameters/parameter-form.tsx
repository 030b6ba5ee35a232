import {
  type BaseParameterRow,
  baseParametersContract,
  baseParameterUpdate,
  baseParameterWrite,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { problemWithBuiltin } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import type { ParameterKind } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { affectedBy } from './affected-reads.ts'
import { blankValues, ParameterFields } from './parameter-fields.tsx'
import { fieldLabels, kindLabels } from './parameter-words.ts'

const builtinUpdate = baseParameterUpdate.check(({ value: { code, value }, issues }) => {
  const message = problemWithBuiltin(code, value)
  if (message) issues.push({ code: 'custom', message, path: ['value'], input: value })
})

const show = { kind: (kind: ParameterKind) => kindLabels[kind] }

/** Drops the options unless the kind is an enumeration. */
const withoutUnusedOptions = <V extends { kind: ParameterKind; options: string[] }>(values: V): V =>
  values.kind === 'enum' ? values : { ...values, options: [] }

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<BaseParameterRow>, 'row'>) => {
  const create = useWrite(baseParametersContract.create, {
    invalidates: [baseParametersContract.list],
    onDone: ({ id }) => onSaved(id),
  })
  return (
    <DrawerForm
      title={t('新增基础参数')}
      act={t('新增参数')}
      schema={baseParameterWrite}
      labels={fieldLabels}
      formatters={show}
      initial={{ code: '', name: '', kind: 'string', options: [], value: blankValues.string, tags: {}, desc: '' }}
      busy={create.isPending}
      error={create.error}
      onSubmit={(values) => create.mutateAsync({ body: withoutUnusedOptions(values) })}
      onClosed={onClosed}
    >
      <ParameterFields fixed={false} />
    </DrawerForm>
  )
}

type Stored = z.input<typeof baseParameterUpdate>

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<BaseParameterRow> & { row: BaseParameterRow }) => {
  const update = useWrite(baseParametersContract.update, {
    invalidates: affectedBy(row),
    onDone: () => onSaved(row.id),
  })
  const { code, name, kind, options, value, tags, desc, version } = row
  return (
    <DrawerForm
      title={t('编辑基础参数')}
      act={t('保存')}
      schema={row.builtin ? builtinUpdate : baseParameterUpdate}
      labels={fieldLabels}
      formatters={show}
      // Replies are not validated; the schema validates the values before they are sent.
      initial={{ code, name, kind, options, value, tags, desc, version } as Stored}
      busy={update.isPending}
      error={update.error}
      onSubmit={(values) => update.mutateAsync({ params: { id: row.id }, body: withoutUnusedOptions(values) })}
      onClosed={onClosed}
    >
      <ParameterFields fixed={row.builtin} name={row.name} />
    </DrawerForm>
  )
}

/** Adds or edits a parameter. */
export const ParameterForm = ({ row, ...rest }: ListFormProps<BaseParameterRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
