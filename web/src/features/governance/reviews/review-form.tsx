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
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { findOrganizations } from '../../people/organizations/public/find-organizations.ts'
import { findRoles } from './find-choices.ts'
import { repeatHelp, repeatOptions, startLines } from './review-words.ts'
import './reviews.css'

type Values = ReviewStart
const labels = {
  name: t('复核名称'),
  dueTime: t('截止时间'),
  coverage: t('复核范围'),
  roleIds: t('角色'),
  orgIds: t('组织'),
  unanswered: t('逾期未处理'),
  repeatMonths: t('重复'),
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
  { value: 'all', label: t('全部'), hint: t('所有直接授予用户的角色') },
  { value: 'roles', label: t('指定角色'), hint: t('仅复核这些角色的授予') },
  { value: 'orgs', label: t('指定组织'), hint: t('仅复核这些组织及下级的成员') },
]
const unansweredChoices: readonly { value: ReviewAnswer; label: string; hint: string }[] = [
  { value: 'remove', label: t('自动收回'), hint: t('逾期未处理的角色将被收回') },
  { value: 'keep', label: t('保留'), hint: t('仅收回复核意见为收回的角色') },
]

/** Extra fields of the chosen coverage. */
const CoverageFields = () => {
  const coverage = useFieldValue('coverage')
  if (coverage === 'roles') return <SearchManyField<Values> name="roleIds" required find={findRoles} />
  if (coverage === 'orgs')
    return <SearchManyField<Values> name="orgIds" required find={findOrganizations()} help={t('含下级组织')} />
  return null
}

/** Form that starts a review. */
export const ReviewForm = ({ onSaved, onClosed }: ListFormProps<ReviewRow>) => {
  const canFindRoles = useCan(rolesContract.list)
  const canFindOrganizations = useCan(organizationsContract.list)
  const [card, confirms, isRead] = useImpactLines<ReviewStartImpact>({
    title: () => t('发起复核？'),
    headline: ({ items, people, reviewers }) =>
      t('将请 {reviewers} 人复核 {people} 人的 {items} 项角色。', { reviewers, people, items }),
    confirm: t('确认发起'),
    lines: startLines,
  })
  const choices = coverageChoices.filter(
    ({ value }) => value === 'all' || (value === 'roles' ? canFindRoles : canFindOrganizations),
  )
  return (
    <>
      <WriteForm
        title={t('发起权限复核')}
        act={t('发起复核')}
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
          {t(
            '用户的角色由其主组织的负责人复核；没有负责人或负责人为其本人的，由您复核。复核人不能复核本人的角色：您的角色没有负责人复核时不列入。',
          )}
        </p>
        <TextField<Values> name="name" maxLength={50} placeholder={t('例如：2026 年第四季度权限复核')} />
        <DateTimeField<Values> name="dueTime" placeholder={t('请选择时间')} help={t('到期自动结束，也可提前结束')} />
        <Field<Values> name="coverage">
          <RadioCards aria-label={t('复核范围')} choices={choices} />
        </Field>
        <CoverageFields />
        <Field<Values> name="unanswered">
          <RadioCards aria-label={t('逾期未处理')} choices={unansweredChoices} />
        </Field>
        <SelectField<Values> name="repeatMonths" options={repeatOptions} help={repeatHelp} />
      </WriteForm>
      {card}
    </>
  )
}
