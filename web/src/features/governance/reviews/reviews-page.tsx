import { type ReviewRow, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { CloseReview } from './close-review.tsx'
import { RepeatForm } from './repeat-form.tsx'
import { ReviewDrawer } from './review-drawer.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewProgress } from './review-progress.tsx'
import { coverageText, nextText, repeatText, stateNames, stateOptions, stateTones } from './review-words.ts'
import { StackedText } from './stacked-text.tsx'

const { list, create, items, repeat, remind, close, cancel } = reviewsContract
const isOpen = ({ state }: ReviewRow) => state === 'open'
/** A closed review can be changed while its series continues or has stopped. */
const canRepeat = (row: ReviewRow) => isOpen(row) || row.repeatMonths > 0 || row.stopped !== ''
const Repeat = ({ row }: { row: ReviewRow }) =>
  row.stopped ? (
    <StackedText primary="已停止" secondary={row.stopped} />
  ) : (
    <StackedText primary={repeatText(row)} secondary={row.nextTime ? `下次：${nextText(row)}` : ''} />
  )

const askToRemind = ({ id, name }: ReviewRow) => ({
  title: `催办“${name}”？`,
  body: '向未全部处理的复核人再次发送邮件；没有邮箱的复核人会在工作台看到提醒。',
  run: () => call(remind, { params: { id } }),
})
const askToCancel = ({ id, name, state, repeatMonths }: ReviewRow) => ({
  title: `取消“${name}”？`,
  body: [
    state === 'applying'
      ? '已收回的角色不会恢复，未收回的予以保留。'
      : '取消后不收回任何角色，已有的复核意见仅供查看。',
    ...(repeatMonths > 0 ? ['本次复核同时停止重复，不再自动发起下一次。'] : []),
  ].join(''),
  run: () => call(cancel, { params: { id } }),
})

/** Reviews of role assignments: start, monitor and close. */
export const ReviewsPage = () => (
  <ListPage
    contract={{ list, create }}
    texts={{
      noun: '权限复核',
      purpose: '定期由各组织负责人复核成员的角色，收回不再需要的角色。',
      searchHint: '复核名称',
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: '复核名称' },
      {
        field: 'state',
        title: '状态',
        width: 96,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'items', title: '进度', width: 176, show: (_items, row) => <ReviewProgress row={row} /> },
      { field: 'coverage', title: '复核范围', show: (_coverage, row) => coverageText(row) },
      { field: 'dueTime', title: '截止时间', width: 164, show: (at) => <Time at={at} /> },
      { field: 'repeatMonths', title: '重复', width: 196, show: (_months, row) => <Repeat row={row} /> },
      { field: 'createBy', title: '发起人', width: 96, show: ({ name }) => name },
    ]}
    filters={[{ kind: 'select', name: 'state', label: '状态', options: stateOptions }]}
    actions={{
      row: [
        { label: '详情', endpoint: items, drawer: ReviewDrawer },
        { label: '催办', endpoint: remind, when: isOpen, confirm: askToRemind },
        { label: '结束', endpoint: close, danger: true, when: isOpen, drawer: CloseReview },
        { label: '重复', endpoint: repeat, when: canRepeat, drawer: RepeatForm },
        {
          label: '取消复核',
          endpoint: cancel,
          danger: true,
          when: (row) => isOpen(row) || row.state === 'applying',
          confirm: askToCancel,
        },
      ],
      timeline: 'review',
    }}
    form={ReviewForm}
  />
)
