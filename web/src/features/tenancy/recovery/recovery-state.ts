import type {
  Change,
  Comparison,
  RestoreOutcome,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { t } from '../../../ui/texts.ts'

export const changeNames: Readonly<Record<Change, string>> = {
  created: t('新增', { context: 'past' }),
  changed: t('修改', { context: 'past' }),
  deleted: t('删除', { context: 'past' }),
}
export const outcomeNames: Readonly<Record<RestoreOutcome, string>> = {
  restored: t('已恢复'),
  refused: t('未恢复'),
  undone: t('已撤销'),
  kept: t('未撤销'),
}
export const outcomeTones = { restored: 'good', refused: 'danger', undone: 'plain', kept: 'warn' } as const
export const stateNames: Readonly<Record<Comparison['state'], string>> = {
  running: t('比较中'),
  done: t('已完成'),
  failed: t('失败'),
}
export const stateTones = { running: 'accent', done: 'plain', failed: 'danger' } as const
