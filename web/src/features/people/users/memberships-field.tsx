import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import { useId } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import { AddSelect } from '../../../ui/add-select.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { BareField, FieldAlert } from '../../../ui/form.tsx'
import { pathText } from '../../../ui/path-text.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { findActiveOrganizations } from './find-organizations.ts'
import { dutyOptions } from './user-words.ts'
import './users.css'

const findPosts = findOptions(postsContract.options)

type MembershipProps = {
  membership: RequestedMembership
  /** With ancestors; undefined for a restored draft. */
  name: string | undefined
  isPrimary: boolean
  onChange: (membership: RequestedMembership) => void
  onPrimary: () => void
  onRemove: () => void
}

const Membership = ({ membership, name: known, isPrimary, onChange, onPrimary, onRemove }: MembershipProps) => {
  const id = useId()
  const maySeePosts = useCan(postsContract.options)
  const { orgId, duty, postId } = membership
  const { data } = useRead(organizationsContract.get, { params: { id: orgId } }, { enabled: known === undefined })
  const name =
    known ??
    (data
      ? pathText(
          data.above.map((step) => step.name),
          data.name,
        )
      : '')
  return (
    <li className="user-term">
      <div className="user-term-head">
        <h3>{name}</h3>
        {isPrimary ? (
          <Tag tone="accent">{t('主组织')}</Tag>
        ) : (
          <Button look="link" aria-label={t('将{name}设为主组织', { name })} onClick={onPrimary}>
            {t('设为主组织')}
          </Button>
        )}
        <Button look="link" danger aria-label={t('移除{name}', { name })} onClick={onRemove}>
          {t('移除')}
        </Button>
      </div>
      <div className="user-term-times">
        <label htmlFor={`${id}-duty`}>
          {t('职务')}
          <Select
            id={`${id}-duty`}
            aria-label={t('职务')}
            options={dutyOptions}
            value={duty}
            onChange={(next) => next && onChange({ ...membership, duty: next })}
          />
        </label>
        {maySeePosts && (
          <label htmlFor={`${id}-post`}>
            {t('岗位')}
            <SearchSelect
              id={`${id}-post`}
              aria-label={t('岗位')}
              placeholder={t('不设岗位')}
              find={findPosts}
              value={postId ?? undefined}
              onChange={(next) => onChange({ ...membership, postId: next ?? null })}
            />
          </label>
        )}
      </div>
    </li>
  )
}

type MembershipsProps = {
  /** Names of organisations with ancestors, by id; those found are added. */
  names: Map<string, string>
}

const MembershipsControl = ({ names, value = [], onChange }: Control<RequestedMembership[]> & MembershipsProps) => {
  const { labels } = useFormRules()
  const findNamed: Find = async (...search) => {
    const found = await findActiveOrganizations(...search)
    for (const option of found) names.set(option.value, option.label)
    return found
  }
  const primaryId = value.find(({ primary }) => primary)?.orgId ?? value[0]?.orgId
  return (
    <>
      <AddSelect
        label={t('添加组织')}
        taken={value.map(({ orgId }) => orgId)}
        find={findNamed}
        onAdd={(orgId) => onChange?.([...value, { orgId, duty: 'member', primary: value.length === 0, postId: null }])}
      />
      <FieldAlert />
      <ul className="user-terms" aria-label={labels.orgs}>
        {value.map((membership) => (
          <Membership
            key={membership.orgId}
            membership={membership}
            name={names.get(membership.orgId)}
            isPrimary={membership.orgId === primaryId}
            onChange={(next) => onChange?.(value.map((each) => (each.orgId === next.orgId ? next : each)))}
            onPrimary={() => onChange?.(value.map((each) => ({ ...each, primary: each.orgId === membership.orgId })))}
            onRemove={() => onChange?.(value.filter(({ orgId }) => orgId !== membership.orgId))}
          />
        ))}
      </ul>
    </>
  )
}

/** Organisations of a user with duty and post; hidden from callers who cannot change members. */
export const MembershipsField = (props: MembershipsProps) => {
  const { validate } = useFormRules()
  const mayChangeMembers = useCan(organizationsContract.changeMembers)
  const maySee = useCan(organizationsContract.list)
  if (!mayChangeMembers || !maySee) return null
  return (
    <section className="user-part">
      <h3>{t('组织与岗位')}</h3>
      <BareField name="orgs" problem={() => validate('orgs')}>
        <MembershipsControl {...props} />
      </BareField>
    </section>
  )
}
