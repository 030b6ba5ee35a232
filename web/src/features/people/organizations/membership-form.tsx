import {
  membershipForm,
  type OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField, SelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import type { Find } from '../../../ui/use-found-options.ts'
import { affected } from './affected-reads.ts'
import { dutyOptions } from './organization-words.ts'

type Values = z.input<typeof membershipForm>

/** Searches posts by name or code; the current post is always included. */
const findPosts =
  ({ post }: OrganizationMember): Find =>
  async (keyword, _chosen, signal) => {
    const { data } = await call(postsContract.list, { query: { search: keyword, size: 20 } }, { signal })
    const found = data.map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))
    if (!post || found.some(({ value }) => value === post.id)) return found
    return [{ value: post.id, label: post.name }, ...found]
  }

/** Duty, post and primary organisation of a member. */
export const MembershipForm = ({ member, onClosed }: { member: OrganizationMember; onClosed: () => void }) => {
  const write = useWrite(organizationsContract.updateMember, { invalidates: affected })
  const maySeePosts = useCan(postsContract.list)
  const { organization, name, duty, primary, post } = member
  return (
    <DrawerForm
      title={`${name}：${organization.name}`}
      schema={membershipForm}
      labels={{ duty: '职务', postId: '岗位', primary: '主组织' }}
      initial={{ duty, primary, postId: post?.id ?? null }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: organization.id, userId: member.id }, body })}
      onClosed={onClosed}
    >
      <SelectField<Values> name="duty" options={dutyOptions} />
      {maySeePosts && <SearchSelectField<Values> name="postId" find={findPosts(member)} placeholder="不设岗位" />}
      <SwitchField<Values>
        name="primary"
        disabled={primary}
        help={primary ? '如需更换主组织，请在其他组织中设置' : '每名用户仅有一个主组织'}
      />
    </DrawerForm>
  )
}
