import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './open-api-reads.ts'
import { OpenQuestion } from './public/open-question.tsx'

/** Takes an API offline, after showing who still calls it. */
export const RevokeQuestion = ({ row, onSaved, onClosed }: RowDrawerProps<OpenApiRow>) => (
  <OpenQuestion
    title={t('下线“{name}”？', { name: row.name })}
    endpoint={openApisContract.revoke}
    request={{ params: { id: row.id } }}
    confirm={t('下线', { context: 'api' })}
    affected={affectedReads}
    lines={({ apps, calls, named }) => [
      apps === 0 ? t('暂无应用获得授权。') : t('{apps} 个应用已获授权，下线后其调用将立即被拒绝。', { apps }),
      t('此前 24 小时共 {calls} 次调用。', { calls: numberText(calls) }),
      ...named
        .filter((each) => each.calls > 0)
        .map((each) =>
          t('{company} · {name}：{calls} 次', {
            company: each.company,
            name: each.name,
            calls: numberText(each.calls),
          }),
        ),
    ]}
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  />
)
