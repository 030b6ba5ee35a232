import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { OpenQuestion } from '../open-apis/public/open-question.tsx'
import { appImpactLines } from './app-words.ts'

const { remove, list, get } = openAppsContract
const toLines = appImpactLines(t('删除后，该应用的全部调用将立即被拒绝。'))

/** Deletes an application, after showing what stops. */
export const RemovalQuestion = ({ row, onSaved, onClosed }: RowDrawerProps<OpenAppRow>) => (
  <OpenQuestion
    title={t('删除“{name}”？', { name: row.name })}
    endpoint={remove}
    request={{ params: { id: row.id } }}
    confirm={t('删除')}
    affected={[list, get]}
    lines={(impact) => [...toLines(impact), t('删除后不能恢复。')]}
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  />
)
