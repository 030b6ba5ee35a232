import type { Feature } from '../../../kernel/feature.ts'
import { documentAccessContract } from './document-access.contract.ts'
import { documentLinksContract } from './document-links.contract.ts'
import { documentPreviewsContract } from './document-previews.contract.ts'
import { documentReadersContract } from './document-readers.contract.ts'
import { documentTrashContract } from './document-trash.contract.ts'
import { documentsContract } from './documents.contract.ts'
import { documentsErrors } from './documents.errors.ts'

export const documentsFeature = {
  sort: 372,
  contracts: {
    documents: documentsContract,
    documentPreviews: documentPreviewsContract,
    documentTrash: documentTrashContract,
    documentAccess: documentAccessContract,
    documentLinks: documentLinksContract,
    documentReaders: documentReadersContract,
  },
  errors: { documents: documentsErrors },
  menus: [
    {
      code: 'sys.docs',
      parent: 'content',
      sort: 20,
      name: '文档管理',
      icon: 'file-text',
      path: 'public/docs',
      component: 'sys/docs',
      needs: 'sysDocs:list',
    },
  ],
  entities: { docFolder: 'doc', docVersion: 'doc', docAccess: 'doc', docLink: 'doc', docDownload: 'doc' },
} as const satisfies Feature

export const documentsWords = {
  sysDocs: '文档',
  'docFolder.created': '新建文件夹',
  'doc.uploaded': '上传文档',
  'docVersion.added': '上传新版本',
  'docVersion.restored': '恢复历史版本',
  'doc.downloaded': '下载文档',
  'doc.renamed': '重命名文档',
  'doc.moved': '移动文档',
  'doc.trashed': '将文档移入回收站',
  'doc.restored': '从回收站恢复文档',
  'doc.purged': '彻底删除文档',
  'doc.exported': '导出文档清单',
  'docAccess.changed': '设置文档权限',
  'docLink.created': '新建分享链接',
  'docLink.revoked': '撤销分享链接',
  'docLink.opened': '打开分享链接',
  'docLink.previewed': '通过分享链接预览文档',
  'docLink.downloaded': '通过分享链接下载文档',
  'docDownload.exported': '导出下载记录',
} as const
