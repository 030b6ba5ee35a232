import {
  type ModuleRow,
  modulesContract,
  moduleUpdate,
  moduleWrite,
} from '@atrium/contract/features/access/registry/registry.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import { affectedReads } from './affected-reads.ts'
import { appNames, fixedByCode, moduleLabels, optionsOf } from './registry-words.ts'

type Values = z.input<typeof moduleWrite>
const show = { app: (app: ModuleRow['app']) => appNames[app] }

const Labels = ({ declared }: { declared: boolean }) => (
  <>
    <TextField<Values> name="name" maxLength={50} />
    <SelectField<Values> name="app" options={optionsOf(appNames)} disabled={declared} help={declared && fixedByCode} />
    <NumberField<Values> name="sort" help="数字小的排在前面" />
    <TextAreaField<Values> name="desc" maxLength={500} />
  </>
)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<ModuleRow>, 'row'>) => {
  const create = useWrite(modulesContract.create, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  return (
    <DrawerForm
      title="新增模块"
      schema={moduleWrite}
      labels={moduleLabels}
      formatters={show}
      initial={{ code: '', name: '', app: 'console', sort: 1000, desc: '' }}
      busy={create.isPending}
      error={create.error}
      onSubmit={(body) => create.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="code"
        maxLength={64}
        placeholder="例如 erpOrders"
        help="元素的编码以它开头，保存后不能修改"
      />
      <Labels declared={false} />
    </DrawerForm>
  )
}

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<ModuleRow> & { row: ModuleRow }) => {
  const update = useWrite(modulesContract.update, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const { code: _, ...labels } = moduleLabels
  const { name, app, sort, desc, version } = row
  return (
    <DrawerForm
      title={`编辑模块：${row.code}`}
      schema={moduleUpdate}
      labels={labels}
      formatters={show}
      initial={{ name, app, sort, desc, version }}
      busy={update.isPending}
      error={update.error}
      onSubmit={(body) => update.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <Labels declared={row.origin === 'code'} />
    </DrawerForm>
  )
}

/** Adds a module, or edits one. */
export const ModuleForm = ({ row, ...rest }: ListFormProps<ModuleRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
