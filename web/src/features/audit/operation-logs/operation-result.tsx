import type {
  OperationLogRow,
  operationResults,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

export const resultNames: Record<(typeof operationResults)[number], string> = { success: t('成功'), failure: t('失败') }

/** Result of an operation; a requested second step is neither success nor failure. */
export const OperationResult = ({ ok, code }: Pick<OperationLogRow, 'ok' | 'code'>) =>
  !ok && code === Code.moreInput ? (
    <Tag>{t('待完成')}</Tag>
  ) : (
    <Tag tone={ok ? 'good' : 'warn'}>{ok ? resultNames.success : resultNames.failure}</Tag>
  )
