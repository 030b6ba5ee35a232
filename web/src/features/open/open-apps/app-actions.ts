import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { LockForm } from './lock-form.tsx'
import { RemovalQuestion } from './removal-question.tsx'

const { remove, lock, unlock } = openAppsContract

/** Whether an application is of the caller's own company, whose it is to edit. */
export type IsOwn = (app: OpenAppRow) => boolean

/** What changes an application, beside its form. */
export const changeActions = (isOwn: IsOwn): readonly RowAction<OpenAppRow>[] => [
  { label: t('锁定'), endpoint: lock, danger: true, when: ({ state }) => state !== 'locked', drawer: LockForm },
  {
    label: t('解锁'),
    endpoint: unlock,
    when: ({ state }) => state === 'locked',
    confirm: ({ id, name }) => ({
      title: t('解锁“{name}”？', { name }),
      body: t('解锁后立即恢复调用。'),
      run: () => call(unlock, { params: { id } }),
    }),
  },
  { label: t('删除'), endpoint: remove, danger: true, when: isOwn, drawer: RemovalQuestion },
]
