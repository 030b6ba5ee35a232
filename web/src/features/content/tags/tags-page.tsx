import {
  maxTagLength,
  type TagRow,
  type TagWrite,
  tagsContract,
} from '@atrium/contract/features/content/tags/tags.contract.ts'
import { TextField } from '../../../kernel/forms/fields.tsx'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { TagMerge } from './tag-merge.tsx'
import { TagRemoval } from './tag-removal.tsx'

const { list, create, update, remove, merge, ofRow } = tagsContract
const noun = t('标签')
const labels = { name: t('标签名称') } as const

const TagForm = (props: ListFormProps<TagRow>) => (
  <CrudForm
    contract={{ list, create, update }}
    noun={noun}
    labels={labels}
    initial={{ name: '' }}
    invalidates={[list, ofRow]}
    {...props}
  >
    <TextField<TagWrite> name="name" maxLength={maxTagLength} />
  </CrudForm>
)

const columns: readonly Column<TagRow>[] = [
  { field: 'name', title: labels.name },
  {
    field: 'uses',
    title: t('使用对象'),
    width: 120,
    alignRight: true,
    show: (uses, { more }) => (more ? t('超过 {uses} 个', { uses }) : t('{uses} 个', { uses })),
  },
  { field: 'createBy', title: t('创建人'), width: 120, show: ({ name }) => name },
  { field: 'createTime', title: t('创建时间'), width: 176, show: (at) => <Time at={at} /> },
]
const actions: readonly RowAction<TagRow>[] = [
  { label: t('合并'), endpoint: merge, drawer: TagMerge },
  { label: t('删除'), endpoint: remove, danger: true, drawer: TagRemoval },
]

/** The tags of a company. */
export const TagsPage = () => (
  <ListPage
    contract={{ list, create, update }}
    texts={{
      noun,
      purpose: t('标签是公司自己的分类词，在用户、组织、应用等对象的详情页添加，可用于筛选列表。'),
      searchHint: t('标签名称'),
      rowName: ({ name }) => name,
    }}
    columns={columns}
    actions={{ row: actions, timeline: 'tag' }}
    form={TagForm}
  />
)
