import type { ReviewAnswer } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import {
  type Coverage,
  type ReviewRow,
  type ReviewStart,
  type ReviewStartImpact,
  type reviewStart,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { DateTimeField, Field, SearchManyField, SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { findOrganizations } from '../../people/organizations/public/find-organizations.ts'
import { findRoles } from './find-choices.ts'
import { repeatHelp, repeatOptions, startLines } from './review-words.ts'
import './reviews.css'

type Values = ReviewStart
const labels = {
  name: '复核名称',
  dueTime: '截止时间',
  coverage: '复核范围',
  roleIds: '角色',
  orgIds: '组织',
  unanswered: '逾期未处理',
  repeatMonths: '重复',
}
const initial: z.input<typeof reviewStart> = {
  name: '',
  dueTime: '',
  coverage: 'all',
  roleIds: [],
  orgIds: [],
  unanswered: 'remove',
  repeatMonths: 0,
}
const coverageChoices: readonly { value: Coverage; label: string; hint: string }[] = [
  { value: 'all', label: '全部', hint: '所有直接授予用户的角色' },
  { value: 'roles', label: '指定角色', hint: '仅复核这些角色的授予' },
  { value: 'orgs', label: '指定组织', hint: '仅复核这些组织及下级的成员' },
]
const unansweredChoices: readonly { value: ReviewAnswer; label: string; hint: string }[] = [
  { value: 'remove', label: '自动收回', hint: '逾期未处理的角色将被收回' },
  { value: 'keep', label: '保留', hint: '仅收回复核意见为收回的角色' },
]

/** Extra fields of the chosen coverage. */
const CoverageFields = () => {
  const coverage = useFieldValue('coverage')
  if (coverage === 'roles') return <SearchManyField<Values> name="roleIds" required find={findRoles} />
  if (coverage === 'orgs')
    return <SearchManyField<Values> name="orgIds" required find={findOrganizations()} help="含下级组织" />
  return null
}

/** Form that starts a review. */
export const ReviewForm = ({ onSaved, onClosed }: ListFormProps<ReviewRow>) => {
  const canFindRoles = useCan(rolesContract.list)
  const canFindOrganizations = useCan(organizationsContract.list)
  const [card, confirms, isRead] = useImpactLines<ReviewStartImpact>({
    title: () => '发起复核？',
    headline: ({ items, people, reviewers }) => `将请 ${reviewers} 人复核 ${people} 人的 ${items} 项角色。`,
    confirm: '确认发起',
    lines: startLines,
  })
  const choices = coverageChoices.filter(
    ({ value }) => value === 'all' || (value === 'roles' ? canFindRoles : canFindOrganizations),
  )
  return (
    <>
      <WriteForm
        title="发起权限复核"
        act="发起复核"
        endpoint={reviewsContract.create}
        labels={labels}
        initial={initial}
        confirms={confirms}
        invalidates={[reviewsContract.list]}
        onDone={({ id }) => onSaved(id)}
        isAsking={isRead}
        onClosed={onClosed}
      >
        <p className="review-note">
          用户的角色由其主组织的负责人复核；没有负责人或负责人为其本人的，由您复核。复核人不能复核本人的角色：您的角色没有负责人复核时不列入。
        </p>
        <TextField<Values> name="name" maxLength={50} placeholder="例如：2026 年第四季度权限复核" />
        <DateTimeField<Values> name="dueTime" placeholder="请选择时间" help="到期自动结束，也可提前结束" />
        <Field<Values> name="coverage">
          <RadioCards aria-label="复核范围" choices={choices} />
        </Field>
        <CoverageFields />
        <Field<Values> name="unanswered">
          <RadioCards aria-label="逾期未处理" choices={unansweredChoices} />
        </Field>
        <SelectField<Values> name="repeatMonths" options={repeatOptions} help={repeatHelp} />
      </WriteForm>
      {card}
    </>
  )
}
