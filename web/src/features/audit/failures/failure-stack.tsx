import { failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { t } from '../../../ui/texts.ts'
import './failures.css'

/** Stack of a failed call. */
export const FailureStack = ({ id }: { id: string }) => {
  const read = useRead(failedCallsContract.failureStack, { params: { id } })
  return (
    <ReadState read={read}>{({ stack }) => <pre className="failure-stack">{stack || t('暂无堆栈')}</pre>}</ReadState>
  )
}
