import { postsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Time } from '../../../ui/time.tsx'
import { PostForm } from './post-form.tsx'

/** Posts of members. */
export const PostsPage = () => (
  <ListPage
    contract={postsContract}
    noun="岗位"
    timeline="post"
    purpose="岗位是成员在组织中的称谓，例如经理、会计。在组织管理里给成员设置。"
    searchHint="名称、编码"
    nameOf={({ name }) => name}
    columns={[
      { field: 'name', title: '岗位名称' },
      { field: 'code', title: '编码', width: 200 },
      { field: 'level', title: '级别', width: 80, alignRight: true },
      { field: 'createBy', title: '创建人', width: 120, show: ({ name }) => name },
      { field: 'createTime', title: '创建时间', width: 176, show: (at) => <Time at={at} /> },
    ]}
    form={PostForm}
  />
)
