import {
  type ElementRow,
  elementsContract,
  elementUpdate,
  elementWrite,
} from '@atrium/contract/features/access/registry/registry.contract.ts'
import { restrictionText } from '@atrium/contract/features/access/registry/restrictable.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { affectedReads } from './affected-reads.ts'
import { findModules } from './find-modules.ts'
import { elementLabels, elementName, fixedByCode, kindNames, optionsOf, riskNames } from './registry-words.ts'
import { RestrictionField } from './restriction-field.tsx'
import { useModules } from './use-modules.ts'
import { useRestrictionImpact } from './use-restriction-impact.tsx'

type Values = z.input<typeof elementWrite>

const findModule = findModules('id')

const useFieldTexts = () => {
  const modules = useModules()
  return {
    moduleId: (moduleId: string) => modules.find(({ id }) => id === moduleId)?.name ?? '',
    kind: (kind: ElementRow['kind']) => kindNames[kind],
    risk: (risk: ElementRow['risk']) => riskNames[risk],
    field: (field: ElementRow['field']) => (field ? restrictionText(field) : '无'),
  }
}

const Labels = ({ declared }: { declared: boolean }) => (
  <>
    <TextField<Values> name="name" maxLength={50} />
    <SelectField<Values>
      name="kind"
      options={optionsOf(kindNames)}
      disabled={declared}
      help={declared && fixedByCode}
    />
    <RestrictionField />
    <SelectField<Values> name="risk" options={optionsOf(riskNames)} />
    <NumberField<Values> name="sort" help="数字小的排在前面" />
    <TextAreaField<Values> name="desc" maxLength={500} />
  </>
)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<ElementRow>, 'row'>) => {
  const show = useFieldTexts()
  const modules = useModules()
  const [search] = usePageSearch()
  // Preselects the module the list is filtered by, if any.
  const filteredModule = modules.find(({ code }) => code === search.get('f.module'))
  const [card, confirms, isRead] = useRestrictionImpact()
  const create = useWrite(elementsContract.create, {
    confirms,
    invalidates: affectedReads,
    onDone: ({ id }) => onSaved(id),
  })
  return (
    <>
      <DrawerForm
        title="新增元素"
        schema={elementWrite}
        labels={elementLabels}
        formatters={show}
        initial={{
          ...{ moduleId: filteredModule?.id as string, operation: '', name: '' },
          ...{ kind: 'button', field: null, risk: 'low', sort: 1000, desc: '' },
        }}
        busy={create.isPending && !isRead}
        error={create.error}
        onSubmit={(body) => create.mutateAsync({ body })}
        onClosed={onClosed}
      >
        <SearchSelectField<Values> name="moduleId" find={findModule} />
        <TextField<Values>
          name="operation"
          maxLength={64}
          placeholder="例如 ship"
          help="元素编码是“模块编码:操作编码”，保存后不能修改"
        />
        <Labels declared={false} />
      </DrawerForm>
      {card}
    </>
  )
}

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<ElementRow> & { row: ElementRow }) => {
  const show = useFieldTexts()
  const [card, confirms, isRead] = useRestrictionImpact()
  const update = useWrite(elementsContract.update, {
    confirms,
    invalidates: affectedReads,
    onDone: () => onSaved(row.id),
  })
  const { operation: _, ...labels } = elementLabels
  const { moduleId, name, kind, risk, sort, desc, version } = row
  const field = row.field as Values['field']
  return (
    <>
      <DrawerForm
        title={`编辑元素：${elementName(row)}`}
        schema={elementUpdate}
        labels={labels}
        formatters={show}
        initial={{ moduleId, name, kind, field, risk, sort, desc, version }}
        busy={update.isPending && !isRead}
        error={update.error}
        onSubmit={(body) => update.mutateAsync({ params: { id: row.id }, body })}
        onClosed={onClosed}
      >
        <SearchSelectField<Values> name="moduleId" find={findModule} help="只改变在哪里显示，编码不变" />
        <Labels declared={row.origin === 'code'} />
      </DrawerForm>
      {card}
    </>
  )
}

/** Adds an element, or edits one. */
export const ElementForm = ({ row, ...rest }: ListFormProps<ElementRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
