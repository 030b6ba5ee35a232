import {
  ownReviewsContract,
  type ReviewItem,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { answerNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { answerTones } from './review-words.ts'
import { StackedText } from './stacked-text.tsx'
import './reviews.css'

/** How the user got the role. */
const grantText = ({ grantBy, grantReason }: ReviewItem) =>
  clausesText([grantBy && t('由{name}授予', { name: grantBy.name }), grantReason])

const declared: readonly Column<ReviewItem>[] = [
  {
    field: 'name',
    title: t('用户'),
    width: 192,
    show: (_name, row) => <StackedText primary={userName(row)} secondary={row.orgName} />,
  },
  {
    field: 'roleName',
    title: t('角色'),
    show: (role, row) => <StackedText primary={role} secondary={row.grantTime ? grantText(row) : t('已不再拥有')} />,
  },
  {
    field: 'answer',
    title: t('复核意见'),
    width: 120,
    show: (answer, { reason }) =>
      answer ? (
        <span className="review-lines">
          <Tag tone={answerTones[answer]}>{t(answerNames[answer])}</Tag>
          {reason && (
            <span className="review-quiet">
              <EllipsisText>{reason}</EllipsisText>
            </span>
          )}
        </span>
      ) : (
        t('未处理')
      ),
  },
  {
    field: 'grantTime',
    title: t('授予时间'),
    width: 192,
    show: (at, { expireTime }) =>
      at && (
        <StackedText
          primary={formatMoment(at)}
          secondary={expireTime ? t('到期 {expireTime}', { expireTime: formatMoment(expireTime) }) : t('长期有效')}
        />
      ),
  },
  { field: 'lastTime', title: t('最近登录'), width: 164, show: (at) => (at ? <Time at={at} /> : t('从未登录')) },
]

/** Columns for reviewers deciding about other users' roles. */
export const ownItemColumns = tableColumns(declared, ownReviewsContract.ownItems)
