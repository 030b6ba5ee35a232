import { defineErrors } from '../../../kernel/errors.ts'
import { t } from '../../../kernel/texts.ts'
import { maxFolderDepth, maxLinkDays, maxLinks } from './document-fields.ts'

export const { block: documentsBlock, errors: documentsErrors } = defineErrors(
  { from: 8150, to: 8199 },
  {
    nameTaken: { code: 8150, msg: '该文件夹中已有同名的文件或文件夹' },
    needsDownload: { code: 8151, msg: '您仅可查看该文件，不能下载' },
    needsEdit: { code: 8152, msg: '您没有编辑权限，请联系文件夹管理者' },
    needsManage: { code: 8153, msg: '您没有管理权限，请联系文件夹管理者' },
    noSuchUpload: { code: 8154, msg: '上传的文件已失效，请重新上传' },
    intoItself: { code: 8155, msg: '不能移动到其本身或其下级文件夹' },
    tooDeep: {
      code: 8156,
      get msg() {
        return t('文件夹最多 {maxFolderDepth} 级', { maxFolderDepth })
      },
    },
    filesNeedFolder: { code: 8157, msg: '文件须放在文件夹中' },
    folderTrashed: { code: 8158, msg: '原文件夹已在回收站，请先恢复该文件夹' },
    noSuchSubject: { code: 8159, msg: '所选的角色、组织或人员不存在，请重新选择' },
    withoutManager: { code: 8160, msg: '不继承上级权限时，须至少有一项管理权限' },
    notShown: { code: 8162, msg: '该文件不支持预览，请下载后查看' },
    noSuchLink: { code: 8163, msg: '链接不存在或已失效，请联系分享人' },
    wrongLinkPassword: { code: 8164, msg: '密码错误，请重新输入' },
    linkUsedUp: { code: 8165, msg: '该链接的可用次数已用完，请联系分享人' },
    linkShowsOnly: { code: 8166, msg: '该文件仅供查看，不可下载' },
    linkEnded: { code: 8167, msg: '到期时间须晚于当前时间' },
    linkTooLong: {
      code: 8168,
      get msg() {
        return t('有效期最长 {maxLinkDays} 天', { maxLinkDays })
      },
    },
    tooManyLinks: {
      code: 8169,
      get msg() {
        return t('每个文件最多 {maxLinks} 个链接，请先撤销不再使用的链接', { maxLinks })
      },
    },
    nameRefused: { code: 8170, msg: '该名称不可用，请更换名称' },
    alreadyThere: { code: 8171, msg: '该文件已在此文件夹中' },
    holdsUnmanaged: { code: 8172, msg: '其中有单独设置权限、不由您管理的文件夹，不能移动或删除' },
    fileInUse: { code: 8161, msg: '文件正被文档使用，请在“文档管理”中删除' },
  },
)
