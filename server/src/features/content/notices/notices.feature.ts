import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { RichTexts, Uploads } from '../uploads/index.ts'
import { type Approvals, createApprovals } from './approvals.service.ts'
import { type Attachments, createAttachments } from './attachments.service.ts'
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
    list: (scope, { query }) => notices.list(scope, query),
    get: (scope, { params }) => notices.get(scope, params.id),
    create: (scope, { body }) => notices.create(scope, body),
    update: (scope, { params, body }) => notices.update(scope, params.id, body),
    remove: (scope, { params }) => notices.remove(scope, params.id),
    issue: (scope, { params, body }) => notices.issue(scope, params.id, body),
    reschedule: (scope, { params, body }) => notices.reschedule(scope, params.id, body),
    revoke: (scope, { params, body }) => notices.revoke(scope, params.id, body),
    revisions: (scope, { params }) => notices.revisions(scope, params.id),
    reach: ({ actor }, { query: { scope, ids } }) =>
      notices.reach(actor, { scope, ids: ids === '' ? [] : ids.split(',') }),
    targets: ({ actor }, { query }) => notices.targets(actor, query),
    image: (scope, { file }) => uploads.uploadPicture(scope, 'news', file),
  })
const approvalsRoutes = (approvals: Approvals) =>
  implement(approvalsContract, {
    submit: (scope, { params, body }) => approvals.submit(scope, params.id, body),
    approve: (scope, { params, body }) => approvals.approve(scope, params.id, body),
    reject: (scope, { params, body }) => approvals.reject(scope, params.id, body),
    policy: (scope) => approvals.policy(scope),
    updatePolicy: (scope, { body }) => approvals.updatePolicy(scope, body),
  })
const readersRoutes = (published: PublishedNotices) =>
  implement(publishedNoticesContract, {
    published: (scope, { query }) => published.list(scope, query),
    publishedGet: ({ actor }, { params }) => published.get(actor, params.id),
    bell: (scope) => published.bell(scope),
    read: (scope, { params, body }) => published.read(scope, params.id, body),
    readAll: (scope) => published.readAll(scope),
    ack: (scope, { params, body }) => published.ack(scope, params.id, body),
  })

const receiptsRoutes = (receipts: Receipts) =>
  implement(receiptsContract, {
    receipts: ({ actor }, { params, query }) => receipts.list(actor, params.id, query),
    exportReceipts: (scope, { params, body }) => receipts.exportList(scope, params.id, body),
    receiptSums: ({ actor }, { params }) => receipts.sums(actor, params.id),
    remind: (scope, { params, body }) => receipts.remind(scope, params.id, body),
  })

const publicRoutes = (news: PublicNews) =>
  implement(publicNewsContract, {
    published: ({ origin }, { query }) => news.list(origin.host, query),
    get: ({ origin }, { params }) => news.get(origin.host, params.id),
    attach: ({ origin }, { params: { id, fileId } }) => news.attach(origin, id, fileId),
  })
const attachmentsRoutes = (attachments: Attachments) =>
  implement(attachmentsContract, {
    attach: (scope, { params, file }) => attachments.attach(scope, params.id, file),
    attachments: (scope, { params }) => attachments.list(scope, params.id),
    detach: (scope, { params: { id, fileId } }) => attachments.detach(scope, id, fileId),
    openAttachment: (scope, { params: { id, fileId } }) => attachments.open(scope, id, fileId),
    download: (scope, { params: { id, fileId } }) => attachments.download(scope, id, fileId),
  })

type Ports = Pick<BasePorts, 'database' | 'platformCompany' | 'siteOrigin' | 'exportSheet'> & {
  messages: Messages
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
      ...approvalsRoutes(createApprovals(ports)),
      ...readersRoutes(createPublishedNotices(all)),
      ...receiptsRoutes(createReceipts(all)),
      ...attachmentsRoutes(attachments),
      ...publicRoutes(createPublicNews(all)),
    ],
    // Both times are compared first; the transaction may take a moment.
    constraints: { notices__period: { ...noticesErrors.periodReversed, field: 'endTime' } },
    sheets: [receiptSource],
    jobs: [noticeMessages.job, noticeErasing.job],
    works: [downloads.work],
  }
}
