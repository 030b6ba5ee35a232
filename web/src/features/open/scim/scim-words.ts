export const scimLabels = {
  enabled: '用户同步',
  orgId: '新用户加入组织',
  roleIds: '可分配角色',
} as const
