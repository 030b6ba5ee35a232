import { type ReviewRow, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isChinese, t } from '../../../ui/texts.ts'
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
    <StackedText primary={t('已停止')} secondary={row.stopped} />
  ) : (
    <StackedText primary={repeatText(row)} secondary={row.nextTime ? t('下次：{row}', { row: nextText(row) }) : ''} />
  )

const askToRemind = ({ id, name }: ReviewRow) => ({
  title: t('催办“{name}”？', { name }),
  body: t('向未全部处理的复核人再次发送邮件；没有邮箱的复核人会在工作台看到提醒。'),
  run: () => call(remind, { params: { id } }),
})
const askToCancel = ({ id, name, state, repeatMonths }: ReviewRow) => ({
  title: t('取消“{name}”？', { name }),
  body: [
    state === 'applying'
      ? t('已收回的角色不会恢复，未收回的予以保留。')
      : t('取消后不收回任何角色，已有的复核意见仅供查看。'),
    ...(repeatMonths > 0 ? [t('本次复核同时停止重复，不再自动发起下一次。')] : []),
  ].join(isChinese ? '' : ' '),
  run: () => call(cancel, { params: { id } }),
})

/** Reviews of role assignments: start, monitor and close. */
export const ReviewsPage = () => (
  <ListPage
    contract={{ list, create }}
    texts={{
      noun: t('权限复核'),
      purpose: t('定期由各组织负责人复核成员的角色，收回不再需要的角色。'),
      searchHint: t('复核名称'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: t('复核名称') },
      {
        field: 'state',
        title: t('状态'),
        width: 96,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'items', title: t('进度'), width: 176, show: (_items, row) => <ReviewProgress row={row} /> },
      { field: 'coverage', title: t('复核范围'), show: (_coverage, row) => coverageText(row) },
      { field: 'dueTime', title: t('截止时间'), width: 164, show: (at) => <Time at={at} /> },
      { field: 'repeatMonths', title: t('重复'), width: 196, show: (_months, row) => <Repeat row={row} /> },
      { field: 'createBy', title: t('发起人'), width: 96, show: ({ name }) => name },
    ]}
    filters={[{ kind: 'select', name: 'state', label: t('状态'), options: stateOptions }]}
    actions={{
      row: [
        { label: t('详情'), endpoint: items, drawer: ReviewDrawer },
        { label: t('催办'), endpoint: remind, when: isOpen, confirm: askToRemind },
        { label: t('结束'), endpoint: close, danger: true, when: isOpen, drawer: CloseReview },
        { label: t('重复'), endpoint: repeat, when: canRepeat, drawer: RepeatForm },
        {
          label: t('取消复核'),
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
