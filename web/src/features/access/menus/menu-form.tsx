import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { type MenuRow, menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { type ReactNode, useMemo } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, SearchSelectField, SelectField, SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { ElementsField } from './elements-field.tsx'
import { takesChildren, withDescendants } from './menu-branches.ts'
import { MenuPreview } from './menu-preview.tsx'
import { listFields, type MenuValues, menuForm, topLevel, toValues, toWrite } from './menu-values.ts'
import { fieldLabels, kindLabels, kindOptions } from './menu-words.ts'
import { MetadataTabs } from './metadata-tabs.tsx'
import { useMenuImpact } from './use-menu-impact.tsx'
import './menus.css'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'

/** Reads to invalidate after menu changes: the list and the sidebar. */
export const affectedReads = [menusContract.list, sessionContract.grants]

const step = 10
const noRows: readonly MenuRow[] = []
const useAllMenus = () => useRead(menusContract.list, {}).data?.data ?? noRows

const findParents = (row: MenuRow | undefined, rows: readonly MenuRow[]) => {
  const without = row && withDescendants(rows, row.id)
  return findOptions(menusContract.options, {
    isOffered: ({ value, extra }) => takesChildren(extra) && !without?.has(value),
  })
}

const MenuFields = ({ row, rows }: { row?: MenuRow; rows: readonly MenuRow[] }) => (
  <>
    <div className="menu-fields">
      <TextField<MenuValues> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
      <SearchSelectField<MenuValues> name="parent" find={findParents(row, rows)} placeholder={t('无（顶级菜单）')} />
      <SelectField<MenuValues> name="kind" options={kindOptions} />
      <NumberField<MenuValues> name="sort" />
      <SwitchField<MenuValues> name="active" required={false} />
    </div>
    <MenuPreview rows={rows} />
    <MetadataTabs />
    <ElementsField fixed={row?.origin === 'code'} />
  </>
)

/** Maps the server's metadata errors to the fields of the form. */
const toFormErrors = (error: unknown): unknown => {
  if (!(error instanceof CallError)) return error
  const current = findNewerVersion(error)
  return new CallError({
    code: error.code,
    msg: error.msg,
    traceId: error.traceId,
    errors: error.errors?.map(({ field, msg }) => ({
      field: field === 'elemIds' ? 'elems' : field.replace(/^metadata\.(?=.)/, ''),
      msg,
    })),
    data: current ? { current: toValues(current as MenuRow) } : error.data,
  })
}

type MenuDrawerProps = {
  title: string
  act: string
  initial: MenuValues
  rows: readonly MenuRow[]
  width?: 500 | 720
  children: ReactNode
  write: { isPending: boolean; error: unknown }
  onSubmit: (values: MenuValues) => Promise<unknown>
  onClosed: () => void
}
const MenuDrawer = ({ rows, write, ...rest }: MenuDrawerProps) => {
  const failure = useMemo(() => toFormErrors(write.error), [write.error])
  return (
    <DrawerForm
      width={720}
      schema={menuForm}
      labels={fieldLabels}
      formatters={{
        kind: (kind: MenuKind) => kindLabels[kind],
        parent: (parent) => rows.find(({ id }) => id === parent)?.name ?? t('无'),
        elems: (elems) => listText(elems.map(({ name }) => name)) || t('无'),
      }}
      busy={write.isPending}
      error={failure}
      {...rest}
    />
  )
}

type AddProps = Omit<RowDrawerProps<MenuRow>, 'row'> & { parent: string }
const AddForm = ({ parent, onSaved, onClosed }: AddProps) => {
  const { data } = useRead(menusContract.list, {})
  const create = useWrite(menusContract.create, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  // The sort number after the siblings is known once they are loaded.
  if (!data) return null
  const rows = data.data
  const siblings = rows.filter((each) => (each.parent ?? topLevel) === parent)
  const last = Math.max(0, ...siblings.map(({ sort }) => sort))
  return (
    <MenuDrawer
      title={t('新增菜单')}
      act={t('新增菜单')}
      initial={{ ...listFields({}), name: '', parent, kind: 'menu', sort: last + step, active: true, elems: [] }}
      rows={rows}
      write={create}
      onSubmit={(values) => create.mutateAsync({ body: toWrite(values) })}
      onClosed={onClosed}
    >
      <MenuFields rows={rows} />
    </MenuDrawer>
  )
}

type EditProps = RowDrawerProps<MenuRow> & { title: string; width?: 500; fields: ReactNode }
const EditForm = ({ row, title, width, fields, onSaved, onClosed }: EditProps) => {
  const rows = useAllMenus()
  const [card, confirms, isRead] = useMenuImpact(t('修改“{name}”', { name: row.name }), t('确认修改'))
  const update = useWrite(menusContract.update, {
    confirms,
    invalidates: affectedReads,
    onDone: () => onSaved(row.id),
  })
  return (
    <>
      <MenuDrawer
        title={title}
        act={t('保存')}
        {...(width && { width })}
        initial={toValues(row)}
        rows={rows}
        write={{ isPending: update.isPending && !isRead, error: update.error }}
        onSubmit={(values) =>
          update.mutateAsync({
            params: { id: row.id },
            body: { ...toWrite(values), version: values.version ?? row.version },
          })
        }
        onClosed={onClosed}
      >
        {fields}
      </MenuDrawer>
      {card}
    </>
  )
}

const EditAll = (props: RowDrawerProps<MenuRow>) => (
  <EditForm title={t('编辑菜单')} fields={<MenuFields row={props.row} rows={useAllMenus()} />} {...props} />
)
/** Adds a top-level menu, or edits one. */
export const MenuForm = ({ row, ...rest }: ListFormProps<MenuRow>) =>
  row ? <EditAll row={row} {...rest} /> : <AddForm parent={topLevel} {...rest} />

/** Edits only the elements a menu requires. */
export const MenuElements = (props: RowDrawerProps<MenuRow>) => (
  <EditForm
    title={t('需要的权限点：{name}', { name: props.row.name })}
    width={500}
    fields={<ElementsField fixed={false} />}
    {...props}
  />
)

/** Adds a child menu. */
export const ChildForm = ({ row, ...rest }: RowDrawerProps<MenuRow>) => <AddForm parent={row.id} {...rest} />
