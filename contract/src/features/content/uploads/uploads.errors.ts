import { defineErrors } from '../../../kernel/errors.ts'
import { messages } from '../../../kernel/fields.ts'

export const { block: uploadsBlock, errors: uploadsErrors } = defineErrors(
  { from: 8100, to: 8149 },
  {
    /** The message is replaced by one that names the accepted types. */
    typeRefused: { code: 5002, msg: '不支持该类型的文件' },
    contentMismatch: { code: 8001, msg: '文件类型与内容不符' },
    addressExpired: { code: 410, msg: '文件地址已过期，请刷新页面后重试' },
    empty: { code: 8101, msg: '文件为空' },
    badPicture: { code: 8102, msg: '图片已损坏或超过 1600 万像素' },
    pictureTooLarge: { code: 8103, msg: '图片不能超过 20 MB' },
    quarantined: { code: 8104, msg: '文件正在查毒，请稍后再试' },
    infected: { code: 8105, msg: '文件含有病毒，不能下载' },
    wrongDigest: { code: 8106, msg: '文件在传输中损坏，请重新上传' },
    unscanned: { code: 8108, msg: '文件查毒失败，不能下载，可重新查毒或删除后重新上传' },
    scanned: { code: 8109, msg: '该文件无需重新查毒' },
    notAPicture: { code: 8110, msg: messages.picture },
    pictureGone: { code: 8111, msg: '正文中有图片已被删除，请移除后重新上传' },
    guarded: { code: 8112, msg: '该文件属于文档或公告，请在原处下载' },
    foreignFile: { code: 8113, msg: '文件不存在或已用于其他内容，请重新上传' },
    macros: { code: 8107, msg: '不支持带宏的 Office 文件，请另存为不带宏的格式' },
  },
)
