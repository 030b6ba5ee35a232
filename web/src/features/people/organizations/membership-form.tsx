import {
  type OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import type { membership } from '@atrium/contract/features/people/users/assignments.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { SearchSelectField, SelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { dutyOptions } from './organization-words.ts'

type Values = z.input<typeof membership>

const findPosts = findOptions(postsContract.options)

/** Duty, post and primary organisation of a member. */
export const MembershipForm = ({ member, onClosed }: { member: OrganizationMember; onClosed: () => void }) => {
  const maySeePosts = useCan(postsContract.options)
  const { organization, name, duty, primary, post } = member
  return (
    <WriteForm
      title={labelledText(name, organization.name)}
      act={t('保存')}
      endpoint={organizationsContract.updateMember}
      params={{ id: organization.id, userId: member.id }}
      labels={{ duty: t('职务'), postId: t('岗位'), primary: t('主组织') }}
      initial={{ duty, primary, postId: post?.id ?? null }}
      invalidates={affected}
      onClosed={onClosed}
    >
      <SelectField<Values> name="duty" options={dutyOptions} />
      {maySeePosts && <SearchSelectField<Values> name="postId" find={findPosts} placeholder={t('不设岗位')} />}
      <SwitchField<Values>
        name="primary"
        disabled={primary}
        help={primary ? t('如需更换主组织，请在其他组织中设置') : t('每名用户仅有一个主组织')}
      />
    </WriteForm>
  )
}
