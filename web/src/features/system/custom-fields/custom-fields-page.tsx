import {
  type CustomFieldRow,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { FieldForm } from './field-form.tsx'
import { FieldRemoval } from './field-removal.tsx'
import { effectNames, fieldLabels, kindNames, statusOptions } from './field-words.ts'
import { LimitForm } from './limit-form.tsx'

const { list, create, update, remove, limit } = customFieldsContract

const rowActions = (isPlatform: boolean): readonly RowAction<CustomFieldRow>[] => {
  const isOwn = ({ platform }: CustomFieldRow) => isPlatform || !platform
  return [
    { label: t('编辑'), endpoint: update, when: isOwn, drawer: FieldForm },
    { label: t('可见角色'), endpoint: limit, drawer: LimitForm },
    { label: t('删除'), endpoint: remove, danger: true, when: isOwn, drawer: FieldRemoval },
  ]
}
const actionsOf = { platform: rowActions(true), company: rowActions(false) }

const rulesOf = ({ required, unique, searchable }: CustomFieldRow) =>
  listText([required && t('必填'), unique && t('唯一'), searchable && t('可筛选')].filter((word) => word !== false))
const limitOf = ({ effect, roles }: CustomFieldRow) =>
  effect === null
    ? t('不限制')
    : t('{roles}；其他用户{effect}', {
        roles: listText(roles.map(({ name }) => name)) || t('无'),
        effect: effectNames[effect],
      })

/** Fields that the platform and the company have added to entities. */
export const CustomFieldsPage = () => {
  const isPlatform = useIsPlatform()
  const entities = useRead(customFieldsContract.entities, {}).data ?? []
  const titleOf = (entity: string) => t(entities.find((each) => each.entity === entity)?.title ?? '')
  return (
    <ListPage
      contract={{ list, create }}
      texts={{
        noun: t('自定义字段'),
        purpose: t(
          '自定义字段为用户、岗位等对象补充信息，在其表单和列表中显示。平台的字段适用于所有公司，公司可新增自己的。',
        ),
        searchHint: t('字段名称、标识'),
        rowName: ({ name }) => name,
      }}
      columns={[
        { field: 'name', title: fieldLabels.name, leastWidth: 160 },
        { field: 'entity', title: fieldLabels.entity, width: 88, show: titleOf },
        { field: 'key', title: fieldLabels.key, width: 144, show: (key) => <code>{key}</code> },
        { field: 'kind', title: fieldLabels.kind, width: 80, show: (kind) => kindNames[kind] },
        {
          field: 'platform',
          title: t('来源'),
          width: 88,
          show: (platform) => <Tag>{platform ? t('平台') : t('本公司')}</Tag>,
        },
        { field: 'required', key: 'rules', title: t('规则'), width: 144, show: (_required, row) => rulesOf(row) },
        { field: 'effect', title: t('可见角色'), leastWidth: 144, rank: -1, show: (_effect, row) => limitOf(row) },
        { field: 'sort', title: fieldLabels.sort, width: 72, alignRight: true, rank: -2 },
        {
          field: 'status',
          title: fieldLabels.status,
          width: 72,
          show: (status) => <Tag tone={status === 1 ? 'good' : 'plain'}>{status === 1 ? t('启用') : t('停用')}</Tag>,
        },
      ]}
      filters={[
        {
          kind: 'select',
          name: 'entity',
          label: fieldLabels.entity,
          options: entities.map(({ entity, title }) => ({ value: entity, label: t(title) })),
        },
        {
          kind: 'select',
          name: 'status',
          label: fieldLabels.status,
          options: statusOptions.map(({ value, label }) => ({ value: String(value), label })),
        },
      ]}
      actions={{ row: isPlatform ? actionsOf.platform : actionsOf.company, timeline: 'customField' }}
      form={FieldForm}
    />
  )
}
