import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { affectedReads } from './open-api-reads.ts'
import { OpenQuestion } from './public/open-question.tsx'
import { numberText } from './public/open-words.ts'

/** Takes an API offline, after showing who still calls it. */
export const RevokeQuestion = ({ row, onSaved, onClosed }: RowDrawerProps<OpenApiRow>) => (
  <OpenQuestion
    title={`下线“${row.name}”？`}
    endpoint={openApisContract.revoke}
    request={{ params: { id: row.id } }}
    confirm="下线"
    affected={affectedReads}
    lines={({ apps, calls, named }) => [
      apps === 0 ? '暂无应用获得授权。' : `${apps} 个应用已获授权，下线后其调用将立即被拒绝。`,
      `此前 24 小时共 ${numberText(calls)} 次调用。`,
      ...named
        .filter((each) => each.calls > 0)
        .map((each) => `${each.company} · ${each.name}：${numberText(each.calls)} 次`),
    ]}
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  />
)
