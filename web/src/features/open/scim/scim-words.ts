import { t } from '../../../ui/texts.ts'
export const scimLabels = {
  enabled: t('用户同步'),
  orgId: t('新用户加入组织'),
  roleIds: t('可分配角色'),
} as const
