import {
  type DictionaryItemRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { MasterDetail } from '../../../ui/master-detail.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { itemName, statusOptions } from './dictionary-words.ts'
import { GroupPanel } from './group-panel.tsx'
import { itemColumns } from './item-columns.tsx'
import { ItemForm } from './item-form.tsx'
import { LayerForm } from './layer-form.tsx'
import { Removal } from './removal.tsx'
import { useGroups } from './use-groups.ts'
import './dictionaries.css'

const { list, create, update, remove, adjust, restore, exportItems } = dictionariesContract

const rowActions = (isPlatform: boolean): readonly RowAction<DictionaryItemRow>[] => {
  const isEditable = ({ own }: DictionaryItemRow) => isPlatform || own
  return [
    { label: t('编辑'), endpoint: update, when: isEditable, drawer: ItemForm },
    { label: t('调整'), endpoint: adjust, when: (row) => !isEditable(row), drawer: LayerForm },
    {
      label: t('恢复'),
      endpoint: restore,
      when: ({ platform }) => platform !== null,
      confirm: (row) => ({
        title: t('将“{name}”恢复为平台值？', { name: row.name }),
        body: t('本公司对该字典项的调整将被清除，恢复为“{name}”。', { name: row.platform?.name ?? '' }),
        run: async () => {
          await call(restore, { params: { id: row.id } })
          await Promise.all(affectedReads.map(invalidate))
        },
      }),
    },
    {
      label: t('删除'),
      endpoint: remove,
      danger: true,
      when: (row) => isEditable(row) && !row.builtin && !row.closed,
      drawer: ({ row, onClosed }) => (
        <Removal endpoint={remove} id={row.id} name={t('字典项“{row}”', { row: itemName(row) })} onClosed={onClosed} />
      ),
    },
  ]
}
const platformActions = rowActions(true)
const companyActions = rowActions(false)

const statusFilter: FilterOf<typeof list> = {
  kind: 'select',
  name: 'status',
  label: t('状态'),
  options: statusOptions.map(({ value, label }) => ({ value: String(value), label })),
}
const layeredFilter: FilterOf<typeof list> = {
  kind: 'select',
  name: 'layered',
  label: t('来源'),
  options: [{ value: '1', label: t('本公司调整或新增') }],
}

/** Groups of dictionaries on the left, the items of the chosen one on the right. */
export const DictionariesPage = () => {
  const groups = useGroups()
  const isPlatform = useIsPlatform()
  const [state, change] = useListState(list)
  const { group: chosen, ...others } = state.filters
  const choose = (code: string | undefined) =>
    change({ filters: code === undefined ? others : { ...others, group: code } })
  const panel = <GroupPanel groups={groups} chosen={chosen} onChoose={choose} isPlatform={isPlatform} />
  const group = groups.find(({ code }) => code === chosen)
  return (
    <MasterDetail summary={t('分组：{name}', { name: group?.name ?? t('全部分组') })} panel={panel}>
      <ListPage
        contract={group?.closed ? { list } : { list, create }}
        texts={{
          noun: t('字典项'),
          purpose: t('字典项是下拉选项的内容，例如行业、规模。平台维护公用的字典项，各公司可调整显示或新增自己的。'),
          searchHint: t('编码、名称'),
          rowName: itemName,
        }}
        columns={itemColumns(isPlatform, chosen === undefined)}
        filters={isPlatform ? [statusFilter] : [statusFilter, layeredFilter]}
        actions={{
          row: isPlatform ? platformActions : companyActions,
          timeline: 'dictItem',
          export: exportItems,
          tools: <ImportButton entity="dictItem" contract={dictionariesContract} />,
        }}
        form={ItemForm}
      />
    </MasterDetail>
  )
}
