import type { NeededElement } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import type { Control } from '../../../ui/control.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import type { MenuValues } from './menu-values.ts'
import './menus.css'

const findModules: Find = async (keyword, chosen, signal) => {
  const { data } = await call(modulesContract.list, { query: { size: 100 } }, { signal })
  const wanted = keyword.toLowerCase()
  const found = data.filter(({ id, name, code }) => id === chosen || `${name} ${code}`.toLowerCase().includes(wanted))
  return found.map(({ id, name, code }) => ({ value: id, label: notedText(name, code) }))
}

type ElementsControlProps = Control<NeededElement[]> & { fixed: boolean }
const ElementsControl = ({ fixed, value = [], onChange, ...rest }: ElementsControlProps) => {
  const canSearch = useCan(elementsContract.list) && !fixed
  const { data } = useRead(modulesContract.list, { query: { size: 100 } }, { enabled: canSearch })
  const [moduleId, setModuleId] = useState<string>()
  // The last matches, kept because the choice contains only ids.
  const [found, setFound] = useState<readonly NeededElement[]>([])
  const nameOf = new Map(data?.data.map(({ id, name }) => [id, name]))
  const find: Find = async (search, _chosen, signal) => {
    const query = { search, size: 100, ...(moduleId !== undefined && { moduleId }) } as const
    const answer = await call(elementsContract.list, { query }, { signal })
    const free = answer.data.filter(({ id }) => value.every((each) => each.id !== id))
    setFound(free)
    return free.map((row) => ({
      value: row.id,
      label: notedText(`${nameOf.get(row.moduleId) ?? ''} · ${row.name}`, row.code),
    }))
  }
  const add = (id: string | undefined) => {
    const element = found.find((each) => each.id === id)
    if (element && value.every((each) => each.id !== id))
      onChange?.([...value, { id: element.id, code: element.code, name: element.name }])
  }
  return (
    <>
      {canSearch && (
        <div className="menu-elements">
          <SearchSelect
            aria-label={t('模块')}
            placeholder={t('全部模块')}
            find={findModules}
            value={moduleId}
            onChange={setModuleId}
          />
          {/* Remount per module: each is a separate search. */}
          <SearchSelect
            key={`${moduleId} ${nameOf.size}`}
            placeholder={t('输入权限点名称、编码查找')}
            find={find}
            value={undefined}
            onChange={add}
            {...rest}
          />
        </div>
      )}
      <ChosenList label={t('需要的权限点')}>
        {value.map(({ id, code, name }) => (
          <ChosenItem
            key={id}
            name={name}
            code={code}
            onRemove={fixed ? undefined : () => onChange?.(value.filter((each) => each.id !== id))}
          />
        ))}
      </ChosenList>
    </>
  )
}

/** Elements a menu requires, chosen by module and name. `fixed` if the product declares them. */
export const ElementsField = ({ fixed }: { fixed: boolean }) => (
  <Field<MenuValues>
    name="elems"
    required={false}
    help={
      fixed
        ? t('内置菜单所需的权限点由产品设定，不能修改')
        : t('拥有任一所选权限点的用户可见该菜单；不选则授予菜单后即可见')
    }
  >
    <ElementsControl fixed={fixed} />
  </Field>
)
