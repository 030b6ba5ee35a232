import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { DeprecateForm } from './deprecate-form.tsx'
import { RevokeQuestion } from './revoke-question.tsx'

const { issue, deprecate, revoke } = openApisContract
/** Whether applications may call it. */
export const isServed = ({ status }: OpenApiRow) => status === 'online' || status === 'deprecated'

/** What changes whether an API is served. */
export const changeActions: readonly RowAction<OpenApiRow>[] = [
  {
    label: t('上线'),
    endpoint: issue,
    when: ({ status }) => status !== 'online',
    confirm: ({ id, name, status }) => ({
      title: t('上线“{name}”？', { name }),
      body: status === 'deprecated' ? t('将取消停用时间，恢复正常提供。') : t('上线后可授权给应用调用，立即生效。'),
      run: () => call(issue, { params: { id } }),
    }),
  },
  { label: t('弃用'), endpoint: deprecate, when: isServed, drawer: DeprecateForm },
  { label: t('下线', { context: 'api' }), endpoint: revoke, danger: true, when: isServed, drawer: RevokeQuestion },
]
