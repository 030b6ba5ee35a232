import type { SignInLogRow, signInResults } from '@atrium/contract/features/sign-in-logs/sign-in-logs.contract.ts'
import { Tag } from '../../ui/tag.tsx'

/** What the outcomes of a sign-in are called. */
export const resultNames: Record<(typeof signInResults)[number], string> = { success: '成功', failure: '失败' }

/** How a sign-in went. */
export const SignInResult = ({ ok }: Pick<SignInLogRow, 'ok'>) => (
  <Tag tone={ok ? 'good' : 'warn'}>{ok ? resultNames.success : resultNames.failure}</Tag>
)
