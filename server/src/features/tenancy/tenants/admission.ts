/** Admission state of a company, computed by `admission_of`. */
export type CompanyAdmission = 'open' | 'readOnly' | 'stopped' | 'suspended' | 'expired' | 'closing'

/** Message shown when sign-in is refused; undefined if admitted. */
export const refusalMessages: Readonly<Record<CompanyAdmission, string | undefined>> = {
  open: undefined,
  readOnly: undefined,
  stopped: '公司已停用',
  suspended: '公司服务已暂停，请联系平台',
  closing: '公司正在注销，请联系平台',
  expired: '公司服务已到期，请联系公司管理员续期',
}
