/** Why a session ended, shown to its owner at the next request (code 101). Unknown reasons read as expired. */
export const endMessages = {
  password: '密码已修改，请重新登录',
  recovered: '密码已重置，请重新登录',
  reset: '密码已被管理员重置，请重新登录',
  company: '公司已停用',
  suspended: '公司服务已暂停，请联系平台',
  closed: '公司正在注销，请联系平台',
  locked: '账号已被锁定，请联系管理员',
  removed: '账号已停用',
  terminated: '您已被管理员下线，请重新登录',
  ownDevice: '本设备已被您在其他设备上下线',
  devices: '登录设备数已达上限，本设备最早登录，已下线',
  policy: '公司调整了登录策略，请重新登录',
  reused: '登录凭证异常，为保护账号已退出登录',
  quit: '已退出对该公司的访问',
  left: '您已退出该公司',
  switched: '已切换到其他公司',
  identity: '您登录所用的身份源已停用，请重新登录',
  unlinked: '外部账号已解除关联，请重新登录',
  visitOver: '访问该公司的时限已到',
  visitGone: '对该公司的访问已结束',
  visitDenied: '该公司已不允许平台访问',
  visitRefused: '您访问其他公司的权限已被收回',
} as const

/** The message for a reason; undefined for none and for unknown ones. */
export const endMessage = (reason: string | null): string | undefined =>
  (endMessages as Readonly<Record<string, string>>)[reason ?? '']

/** Message for an ended session; undefined if there is nothing to say. */
export const toEndMessage = ({
  endReason,
  visitOver,
}: {
  endReason: string | null
  visitOver: boolean
}): string | undefined => endMessage(endReason) ?? (visitOver ? endMessages.visitOver : undefined)
