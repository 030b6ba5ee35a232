import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { RichTexts, Uploads } from '../uploads/index.ts'
import { createNoticeApprovals } from './approvals.service.ts'
import { createAttachments } from './attachments.service.ts'
import { createDownloadCounter } from './download-counter.ts'
import { noticeErasing } from './notice-erasing.ts'
import { createNoticeMessages } from './notice-messages.ts'
import { createNotices, type Notices } from './notices.service.ts'
import { createPublicNews, type PublicNews } from './public-news.ts'
import { createPublishedNotices, type PublishedNotices } from './published-notices.service.ts'
import { receiptSource } from './receipt-sheet.ts'
import { createReceipts, type Receipts } from './receipts.service.ts'

const authorsRoutes = (notices: Notices, uploads: Uploads) =>
  implement(noticesContract, {
    ...notices,
    reach: ({ actor }, { scope, ids }) => notices.reach(actor, { scope, ids: ids === '' ? [] : ids.split(',') }),
    targets: ({ actor }, query) => notices.targets(actor, query),
    image: (scope, _body, file) => uploads.uploadPicture(scope, 'news', file),
  })
const readersRoutes = (published: PublishedNotices) =>
  implement(publishedNoticesContract, {
    ...published,
    published: published.list,
    publishedGet: ({ actor }, id) => published.get(actor, id),
  })

const receiptsRoutes = (receipts: Receipts) =>
  implement(receiptsContract, {
    receipts: ({ actor }, id, query) => receipts.list(actor, id, query),
    exportReceipts: receipts.exportList,
    receiptSums: ({ actor }, id) => receipts.sums(actor, id),
    remind: receipts.remind,
  })

const publicRoutes = (news: PublicNews) =>
  implement(publicNewsContract, {
    published: ({ origin }, query) => news.list(origin.host, query),
    get: ({ origin }, id) => news.get(origin.host, id),
    attach: ({ origin }, id, fileId) => news.attach(origin, id, fileId),
  })

type Ports = Pick<BasePorts, 'database' | 'platformCompany' | 'siteOrigin' | 'exportSheet' | 'languages'> & {
  messages: Messages
  approvals: Approvals
  richTexts: RichTexts
  uploads: Uploads
}
/** Notices and news: written and issued by some, read by those they reach. */
export const createNoticesFeature = (ports: Ports) => {
  const noticeMessages = createNoticeMessages(ports)
  const downloads = createDownloadCounter(ports.database)
  const attachments = createAttachments({ ...ports, downloads })
  const all = { ...ports, noticeMessages, attachments }
  return {
    routes: [
      ...authorsRoutes(createNotices(all), ports.uploads),
      ...implement(approvalsContract, createNoticeApprovals(ports)),
      ...readersRoutes(createPublishedNotices(all)),
      ...receiptsRoutes(createReceipts(all)),
      ...implement(attachmentsContract, {
        ...attachments,
        attach: (scope, id, _body, file) => attachments.attach(scope, id, file),
        attachments: attachments.list,
        openAttachment: attachments.open,
      }),
      ...publicRoutes(createPublicNews(all)),
    ],
    // Both times are compared first; the transaction may take a moment.
    constraints: { notices__period: { ...noticesErrors.periodReversed, field: 'endTime' } },
    sheets: [receiptSource],
    jobs: [noticeMessages.job, noticeErasing.job],
    works: [downloads.work],
  }
}
