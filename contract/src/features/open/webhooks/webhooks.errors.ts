import { defineErrors } from '../../../kernel/errors.ts'

export const { block: webhooksBlock, errors: webhooksErrors } = defineErrors(
  { from: 6060, to: 6079 },
  {
    addressRefused: { code: 6060, msg: '地址为内网或保留地址，须由运维人员放行后使用' },
    noSuchEvent: { code: 6061, msg: '所选事件不存在' },
    eventBeyondRights: { code: 6062, msg: '您没有所选事件的查看权限' },
    tooManyHooks: { code: 6063, msg: '每个应用最多 20 个 Webhook，请先删除不用的' },
    tooManySecrets: { code: 6064, msg: '已有 2 个有效密钥，请先停用旧密钥' },
    secretEnded: { code: 6065, msg: '密钥已停用或已到期' },
    lastSecret: { code: 6066, msg: '当前密钥不可直接停用，请先轮换' },
    inactive: { code: 6067, msg: 'Webhook 已停用，请先启用' },
    stillWaiting: { code: 6068, msg: '该投递尚未结束，请稍后再试' },
    tooManyReplayed: { code: 6069, msg: '一次最多重发 10000 条，请缩小时间范围' },
    emptyRange: { code: 6070, msg: '结束时间须晚于开始时间' },
  },
)
