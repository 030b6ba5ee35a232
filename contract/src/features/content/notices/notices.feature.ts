import type { Feature } from '../../../kernel/feature.ts'
import { approvalsContract } from './approvals.contract.ts'
import { attachmentsContract } from './attachments.contract.ts'
import { noticesContract } from './notices.contract.ts'
import { noticesErrors } from './notices.errors.ts'
import { publicNewsContract } from './public-news.contract.ts'
import { publishedNoticesContract } from './published-notices.contract.ts'
import { receiptsContract } from './receipts.contract.ts'

export const noticesFeature = {
  sort: 372,
  contracts: {
    notices: noticesContract,
    approvals: approvalsContract,
    publishedNotices: publishedNoticesContract,
    receipts: receiptsContract,
    publicNews: publicNewsContract,
    attachments: attachmentsContract,
  },
  errors: { notices: noticesErrors },
  menus: [
    {
      code: 'sys.news',
      parent: 'content',
      sort: 10,
      name: '公告与新闻',
      icon: 'megaphone',
      path: 'sys/news',
      component: 'sys/news',
      needs: 'sysNews:list',
    },
  ],
} as const satisfies Feature

export const noticesWords = {
  sysNews: '公告与新闻',
  'notice.created': '新增公告',
  'notice.updated': '修改公告',
  'notice.removed': '删除公告',
  'notice.submitted': '提交公告审核',
  'notice.approved': '公告审核通过',
  'notice.rejected': '驳回公告',
  'notice.issued': '发布公告',
  'notice.rescheduled': '修改公告发布时间',
  'notice.revoked': '撤回公告',
  'notice.confirmed': '确认公告',
  'noticePicture.uploaded': '上传公告图片',
  'noticeFile.attached': '上传公告附件',
  'noticeFile.detached': '移除公告附件',
  'notice.reminded': '提醒未确认的人员',
  'noticeReceipts.exported': '导出公告回执',
  'noticePolicy.updated': '修改公告审核设置',
} as const
