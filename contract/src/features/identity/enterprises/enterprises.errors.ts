import { defineErrors } from '../../../kernel/errors.ts'

export const { block: enterprisesBlock, errors: enterprisesErrors } = defineErrors(
  { from: 6100, to: 6109 },
  {
    /** The caller acts for a person, or for a company that the operator has created. */
    notEnterprise: { code: 6100, msg: '当前公司不是从门户注册的，无需认证' },
    incomplete: { code: 6101, msg: '请先填写统一社会信用代码和法定代表人，并上传营业执照' },
    inReview: { code: 6102, msg: '认证审核中，暂不可修改；如需修改请先撤回申请' },
    recognizedAlready: { code: 6103, msg: '该公司已通过认证' },
    notInReview: { code: 6104, msg: '该认证申请已处理或已撤回' },
    notRecognized: { code: 6105, msg: '该公司未通过认证，无法取消' },
    notALicence: { code: 6106, msg: '营业执照须为 JPG 或 PNG 图片' },
  },
)
