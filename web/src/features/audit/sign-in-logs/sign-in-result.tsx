import type { SignInLogRow, signInResults } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

export const resultNames: Record<(typeof signInResults)[number], string> = { success: t('成功'), failure: t('失败') }

/** Result of a sign-in as a tag. */
export const SignInResult = ({ ok }: Pick<SignInLogRow, 'ok'>) => (
  <Tag tone={ok ? 'good' : 'warn'}>{ok ? resultNames.success : resultNames.failure}</Tag>
)
