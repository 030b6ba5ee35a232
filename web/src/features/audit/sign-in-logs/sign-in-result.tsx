import type { SignInLogRow, signInResults } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { Tag } from '../../../ui/tag.tsx'

export const resultNames: Record<(typeof signInResults)[number], string> = { success: '成功', failure: '失败' }

/** Result of a sign-in as a tag. */
export const SignInResult = ({ ok }: Pick<SignInLogRow, 'ok'>) => (
  <Tag tone={ok ? 'good' : 'warn'}>{ok ? resultNames.success : resultNames.failure}</Tag>
)
