import { type PostRow, type PostWrite, postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { useCustomList } from '../../system/custom-fields/public/custom-list.tsx'
import { DictSelectField, DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'

const noun = t('岗位')
const labels = { name: t('岗位名称'), code: t('编码'), level: t('级别') } as const

const PostForm = (props: ListFormProps<PostRow>) => (
  <CrudForm contract={postsContract} noun={noun} labels={labels} initial={{ name: '', code: '', level: 0 }} {...props}>
    <TextField<PostWrite> name="name" maxLength={30} />
    <TextField<PostWrite> name="code" maxLength={30} />
    <DictSelectField<PostWrite> name="level" group="postLevel" numeric help={t('列表按级别排列')} />
    <CustomFields entity="post" />
  </CrudForm>
)

/** The posts of a company. */
export const PostsPage = () => (
  <ListPage
    contract={postsContract}
    texts={{
      noun,
      purpose: t('岗位是成员在组织中的职位，例如经理、会计。在组织管理中为成员设置。'),
      searchHint: t('名称、编码'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: labels.name },
      { field: 'code', title: labels.code, width: 200 },
      {
        field: 'level',
        title: labels.level,
        width: 100,
        show: (level) => <DictTag group="postLevel" code={level} />,
      },
      { field: 'createBy', title: t('创建人'), width: 120, show: ({ name }) => name },
      { field: 'createTime', title: t('创建时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    custom={useCustomList('post')}
    actions={{
      timeline: 'post',
      export: postsContract.exportPosts,
      tools: <ImportButton entity="post" contract={postsContract} />,
    }}
    form={PostForm}
  />
)
