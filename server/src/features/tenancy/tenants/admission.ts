/** Admission state of a company, computed by `admission_of`. */
export type CompanyAdmission = 'open' | 'readOnly' | 'stopped' | 'suspended' | 'expired' | 'closing'

/** Message shown when sign-in is refused; undefined if admitted. */
export const refusalMessages: Readonly<Record<CompanyAdmission, string | undefined>> = {
  open: undefined,
  readOnly: undefined,
  stopped: '企业已停用',
  suspended: '企业服务已暂停，请联系平台',
  closing: '企业正在注销，请联系平台',
  expired: '企业服务已到期，请联系企业管理员续期',
}
