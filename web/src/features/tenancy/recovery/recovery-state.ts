import type {
  Change,
  Comparison,
  RestoreOutcome,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'

export const changeNames: Readonly<Record<Change, string>> = { created: '新增', changed: '修改', deleted: '删除' }
export const outcomeNames: Readonly<Record<RestoreOutcome, string>> = {
  restored: '已恢复',
  refused: '未恢复',
  undone: '已撤销',
  kept: '未撤销',
}
export const outcomeTones = { restored: 'good', refused: 'danger', undone: 'plain', kept: 'warn' } as const
export const stateNames: Readonly<Record<Comparison['state'], string>> = {
  running: '比较中',
  done: '已完成',
  failed: '失败',
}
export const stateTones = { running: 'accent', done: 'plain', failed: 'danger' } as const
